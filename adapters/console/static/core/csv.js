/** What a cell says. @returns {string} */
function textOf(node) {
  if (node == null || typeof node === 'boolean') return '';
  if (typeof node !== 'object') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (node.type === 'br') return ' ';
  if (typeof node.type === 'function') return textOf(node.type(node.props));
  return textOf(node.props?.children) + (node.type === 'li' ? '; ' : '');
}

/** A cell that begins like a formula is not run by spreadsheets. */
const cell = (text) => `"${(/^[=+\-@\t]/.test(text) ? "'" : '') + text.replaceAll('"', '""')}"`;

/** Saves rows as a table that spreadsheets open, with the columns of the page. */
export function saveCSV(name, columns, rows) {
  const shown = columns.filter((c) => c && typeof c.label === 'string' && c.label);
  const lines = [shown.map((c) => c.label), ...rows.map((r) => shown.map((c) => textOf(c.cell(r)).replace(/\s+/g, ' ').trim()))];
  saveFile(name + '.csv', new Blob(['\ufeff' + lines.map((l) => l.map(cell).join()).join('\r\n') + '\r\n'], { type: 'text/csv' }));
}

export function saveFile(name, file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

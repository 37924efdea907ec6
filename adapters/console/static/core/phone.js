import { state } from './state.js';

/** Calling code, and what is dialled before national numbers, of the countries whose numbers are grouped here. */
const countries = {
  AT: ['43', '0'], AU: ['61', '0'], BE: ['32', '0'], CA: ['1', ''], CH: ['41', '0'], CZ: ['420', ''], DE: ['49', '0'], DK: ['45', ''],
  ES: ['34', ''], FI: ['358', '0'], FR: ['33', '0'], GB: ['44', '0'], IE: ['353', '0'], IN: ['91', '0'], IT: ['39', ''], JP: ['81', '0'],
  NL: ['31', '0'], NO: ['47', ''], NZ: ['64', '0'], PL: ['48', ''], PT: ['351', ''], SE: ['46', '0'], US: ['1', ''], ZA: ['27', '0'],
};

/** How numbers are cut, by what they begin with; the rest is cut into threes. */
const cuts = {
  GB: [[/^02/, 3, 4, 4], [/^01(1|.1)/, 4, 3, 4], [/^0[13578]/, 5, 6]],
  US: [[/^/, 3, 3, 4]], CA: [[/^/, 3, 3, 4]], FR: [[/^/, 2, 2, 2, 2, 2]], AU: [[/^04/, 4, 3, 3], [/^0/, 2, 4, 4]],
  DE: [[/^01/, 4, 7], [/^0/, 3, 8]],
};

function grouped(digits, country) {
  const [, ...sizes] = cuts[country]?.find(([begins]) => begins.test(digits)) || [0, digits.length % 3 === 1 ? 4 : 3];
  const parts = [];
  for (let at = 0, i = 0; at < digits.length; i++) {
    const left = digits.length - at;
    const size = i >= sizes.length - 1 && sizes.length > 1 ? left : Math.min(sizes[i] || (left === 4 ? 4 : 3), left);
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts;
}

/** What people at the location write, as an international number. */
export function international(text) {
  if (/[a-z]/i.test(text)) return text; // the service reads extensions
  const [code, trunk] = countries[state.account?.country] || [];
  const digits = text.replace(/[^+\d]/g, '');
  if (!digits || digits[0] === '+' || !code) return digits || text;
  return '+' + code + (digits.startsWith(trunk) ? digits.slice(trunk.length) : digits);
}

/** An international number as people at the location write it. */
export function phoneText(number) {
  const [, digits, extension] = /^\+(\d{6,15})(?:;ext=(\d+))?$/.exec(number || '') || [];
  if (!digits) return number || '';
  const home = countries[state.account?.country];
  const tail = extension ? ' ext. ' + extension : '';
  if (home && digits.startsWith(home[0])) {
    const parts = grouped(home[1] + digits.slice(home[0].length), state.account?.country);
    return (home[0] === '1' && parts.length === 3 ? `(${parts[0]}) ${parts[1]}-${parts[2]}` : parts.join(' ')) + tail;
  }
  const code = Object.values(countries).map(([c]) => c).sort((a, b) => b.length - a.length).find((c) => digits.startsWith(c));
  return '+' + (code ? [code, ...grouped(digits.slice(code.length), '')].join(' ') : digits) + tail;
}

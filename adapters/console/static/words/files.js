import { words as w } from '../words.js';

/** What is said of files, beside all that is said elsewhere. */
export const words = {
  ...w,
  files: 'Files', noFiles: 'No files', file: 'File', download: 'Download', open: 'Open', openBeside: 'Open in a window beside',
  takePhoto: 'Take a photo',
  upload: 'Upload', dropHere: 'or drop files here', sending: 'Uploading', uploadedBy: (n) => `from ${n}`,
  tooBig: (n) => `“${n}” is too big: files have at most 20 MiB. Make it smaller, or scan it with fewer colours.`,
  makePhoto: 'Use as the photo', isPhoto: 'The photo', enlarge: 'Enlarge', reduce: 'Reduce',
  notShown: 'It is not shown here, and kept as it came: it may tell where the picture was taken.',
  aFile: { edit: 'Edit file', verb: 'Delete', remove: 'Delete this file?', ask: (n) => `“${n}” is deleted. You can undo it.` },
  proof: 'Proof', noProof: 'No proof', addProof: 'Add a proof', showProof: 'Show proof',
  proofHelp: 'PDF or picture of the certificate. It is shown beside the form.',
  verifiedBy: (n) => `Verified by ${n}`, verified: 'Verified', notVerified: 'Not verified', verify: 'Verify',
  waitsSince: 'Waits since', sentBy: 'From',
  verifyTitle: (pet, vaccine) => `${pet}: ${vaccine}`,
  toVerifySub: 'Proofs that nobody has compared with their dates yet, first to run out first.', allVerified: 'No proof waits',
  notProven: 'Proof not verified', onlyVerified: 'Only verified ones count', verifiedOrNot: 'Verified or not',
  reject: 'Reject', aProof: {
    verb: 'Reject', remove: 'Reject this proof?', ask: (n) => `The proof of “${n}” is deleted. The customer can send another one.`,
  },
  unrecorded: 'Proofs without a vaccination',
  unrecordedSub: 'They were sent for a vaccination that is not on record yet. Record it, or delete the file.',
  record: 'Record', nothingUnrecorded: 'Every proof belongs to a vaccination',
};

import { words as w } from '../words.js';

/** What is said of webhooks, beside all that is said elsewhere. */
export const words = {
  ...w,
  removeWebhook: 'Remove this webhook?', url: 'URL',
  eventTypesHelp: 'Names such as pet.updated, pet.* for all of a resource, * for all.',
  nothingSent: 'Nothing sent yet', failing: (n) => (n === 1 ? '1 failure in a row' : `${n} failures in a row`),
  testSent: 'A test event is on its way.', rotateText: 'For 24 hours deliveries are signed with the old secret too.',
  secretTitle: 'The secret of this webhook',
  onlyFailed: 'Only those whose delivery failed',
  replayText: 'Events of this time, by your own clock, are delivered again. Counting sends nothing.',
  replayCounted: (n) => `${n} events match.`, replayState: (s, q, m) => `Replay ${s}: ${q} of ${m} queued.`,
};

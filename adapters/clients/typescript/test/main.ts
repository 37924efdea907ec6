// Does with a running service what the tests of the clients ask for: node main.js NAME, with the service in PETCARE_URL, PETCARE_KEY
// and PETCARE_ACCOUNT.
import { everything } from './everything.js';
import { creates, follow, lost, mirror, promises, receive, stream } from './network.js';
import { signatures } from './signatures.js';
import { strange } from './strange.js';
import { accountId, petcare } from './run.js';

const scenarios: Record<string, () => Promise<void>> = {
  everything: () => everything(petcare, accountId),
  promises,
  creates,
  follow,
  stream,
  receive,
  lost,
  mirror,
  signatures,
  strange,
};
await scenarios[process.argv[2]!]!();

// Looks for known weaknesses in the dependencies that the product runs with; part of `npm run check`.
import { findUnauditedReason } from './bootstrap/audit.mjs';

try {
  const reason = await findUnauditedReason();
  console.log(reason ? `NOT AUDITED: the registry gave no answer (${reason}).` : 'No known severe weaknesses.');
} catch (error) {
  console.error(error.oneLine ? error.message : error.stack);
  process.exitCode = 1;
}

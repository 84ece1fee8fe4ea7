import type { Core } from '../../../core.ts';
import { homeTrustRoutes } from './home-trust.routes.ts';

/** How people reach the server with encryption, and the root that their devices install for it. */
export function createHomeTrust({ config, homeAuthority, routes }: Core): void {
  const publicUrl = config.publicUrl?.startsWith('https:') ? config.publicUrl : null;
  routes.push((app) => homeTrustRoutes(app, { publicUrl, homeAuthority }));
}

import type { HomeAuthority } from '../../../core.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import { profileOf } from './profile.ts';

/** Nothing here is secret: who connects by TLS is shown as much. */
export function homeTrustRoutes(
  app: Http,
  { publicUrl, homeAuthority }: { publicUrl: string | null; homeAuthority: HomeAuthority | null },
): void {
  const route = routesOf(app);
  const access = { config: { access: 'public' as const } };
  const getRoot = () => {
    const root = homeAuthority?.root();
    if (!root) throw new AppError(404, 'not_found', 'This server has no authority of its own.');
    return root;
  };

  route('GET /api/trust', access, async () => {
    const root = homeAuthority?.root() ?? null;
    return {
      root: root && { name: root.facts.issuer, fingerprint: root.facts.fingerprint, endsAt: root.facts.notAfter },
      addresses: homeAuthority?.addresses() ?? (publicUrl ? [publicUrl] : []),
    };
  });

  route('GET /api/trust/root.crt', access, async (_request, reply) =>
    reply
      .header('content-type', 'application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="cyno-root.crt"')
      .send(`${getRoot().cert}\n`),
  );

  route('GET /api/trust/root.mobileconfig', access, async (_request, reply) =>
    reply
      .header('content-type', 'application/x-apple-aspen-config')
      .header('content-disposition', 'attachment; filename="cyno-root.mobileconfig"')
      .send(profileOf(getRoot())),
  );
}

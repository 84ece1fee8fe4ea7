import { eq } from 'drizzle-orm';
import webPush from 'web-push';
import { z } from 'zod';
import type { Database } from '../../../platform/database/index.ts';
import { serverState } from '../../../platform/database/schema/index.ts';

const key = 'push-keys';
const pushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** The pair of keys by which push services know this installation (RFC 8292), base64url. */
export type PushKeys = z.infer<typeof pushKeys>;

/** The installation's keys, which are made when they are needed first; every server of a database has the same. */
export function pushKeysRepository({ orm }: Database): () => Promise<PushKeys> {
  let known: Promise<PushKeys> | undefined;
  const load = async (): Promise<PushKeys> => {
    const select = () => orm.select().from(serverState).where(eq(serverState.key, key));
    const [present] = await select();
    if (present) return pushKeys.parse(present.value);
    await orm.insert(serverState).values({ key, value: webPush.generateVAPIDKeys() }).onConflictDoNothing();
    const [made] = await select();
    return pushKeys.parse(made?.value);
  };
  return () => {
    known ??= load().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

import { z } from 'zod';
import { espid } from '../boards/devices.ts';
import { identityProvider } from '../people/identities.ts';
import { maxRowId } from '../text.ts';

const id = z.coerce.number().int().min(1).max(maxRowId);

/** What the paths of routes name. */
export const idParams = z.object({ id });
export const deviceParams = z.object({ espid });
export const deviceIdParams = deviceParams.extend({ id });
export const deviceVersionParams = deviceParams.extend({ version: id });
export const dashboardShareParams = idParams.extend({ share: id });
export const dashboardVersionParams = idParams.extend({ version: id });
export const eventNameParams = deviceParams.extend({ name: z.string().min(1).max(64) });
export const importParams = deviceParams.extend({ id: z.string().max(64) });
export const dashboardLinkParams = idParams.extend({ linkId: id });
export const outputParams = deviceParams.extend({ pin: z.string().min(1).max(64) });
export const variableParams = deviceParams.extend({ key: z.string().min(1).max(128) });
export const logFileParams = z.object({ file: z.string() });
export const providerParams = z.object({ provider: identityProvider });

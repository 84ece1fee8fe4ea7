import { z } from 'zod';

// A page's Content-Security-Policy forbids code made from text, which zod would otherwise try for speed and be reported for.
if ('document' in globalThis) z.config({ jitless: true });

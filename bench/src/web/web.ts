import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { launchBrowser } from '../browser.ts';
import { startServer } from '../server.ts';
import { fillAccount } from './web-account.ts';
import { actions } from './web-actions.ts';
import { type MeasuredPage, measuredPages } from './web-pages.ts';
import { type Visit, type Visitor, visit } from './web-visit.ts';

const goals = { usableMs: 3_000, bareRatio: 4, paintMs: 2_500, shift: 0.02, interactionMs: 200 };

/**
 * The first visit of every page on a slow phone, in each language, beside a bare page in the same run: until it is usable, largest paint,
 * layout shift, interactions, and JavaScript. Options: `runs`, `languages`, `pages` (parts of their names, by commas), `slower`
 * (processor), `kbits`, `rtt`. Needs a built web app with its compressed files (`npm start` makes them).
 */
export async function webBench(options: Map<string, string>): Promise<void> {
  if (!existsSync(new URL('../../../apps/web/dist/index.html.br', import.meta.url)))
    console.log(
      'apps/web/dist has no compressed files, so times are longer than those of users: build it by npm start.',
    );
  const runs = Number(options.get('runs') ?? 3);
  const languages = (options.get('languages') ?? 'en,th').split(',');
  const only = options.get('pages')?.split(',');
  const phone = {
    slower: Number(options.get('slower') ?? 4),
    kbits: Number(options.get('kbits') ?? 4_000),
    roundTripMs: Number(options.get('rtt') ?? 100),
  };
  const server = await startServer();
  const browser = await launchBrowser();
  const bare = await startBarePage();
  try {
    const pages = measuredPages(...(await fillAccount(server))).filter(
      ({ name }) => !only || only.some((word) => name.includes(word)),
    );
    for (const language of languages) {
      const floor = await measure({ name: 'bare page', address: '', isGuest: true }, runs, () =>
        visit(browser, bare.address, { ...phone, language }),
      );
      for (const page of pages) {
        const visitor: Visitor = { ...phone, language, ...(!page.isGuest && { token: server.token }) };
        await measurePage(browser, {
          page,
          address: server.http + page.address,
          visitor,
          runs,
          bareMs: floor.usableMs,
        });
      }
    }
  } finally {
    await browser.close();
    bare.stop();
    await server.stop();
  }
}

/** A plain page on a server of its own, through the same slow network. */
async function startBarePage(): Promise<{ address: string; stop(): void }> {
  const html = '<!doctype html><title>Cyno</title><main><h1>Cyno</h1><label>E-mail <input></label></main>';
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

type Measured = { page: MeasuredPage; address: string; visitor: Visitor; runs: number; bareMs: number };

async function measurePage(browser: Browser, { page, address, visitor, runs, bareMs }: Measured): Promise<void> {
  const { goalKb, name } = page;
  const own = actions.filter((action) => action.page === name);
  const found = await measure({ ...page, name: `${visitor.language} ${name}` }, runs, () =>
    visit(browser, address, visitor, async (opened) => {
      for (const action of own) await action.run(opened);
    }),
  ).catch((error: Error) => console.log(`${visitor.language} ${name}: not measured, ${error.message.split('\n')[0]}`));
  if (!found) {
    process.exitCode = 1;
    return;
  }
  const ratio = found.usableMs / bareMs;
  const missed = [
    found.usableMs > goals.usableMs && `usable within ${goals.usableMs} ms`,
    ratio > goals.bareRatio && `${goals.bareRatio} x the bare page (${ratio.toFixed(1)})`,
    found.paintMs > goals.paintMs && `largest paint within ${goals.paintMs} ms`,
    found.shift >= goals.shift && `shift under ${goals.shift}`,
    found.interactionMs > goals.interactionMs && `interactions within ${goals.interactionMs} ms`,
    goalKb && found.scriptKb > goalKb && `${goalKb} KB`,
  ].filter(Boolean);
  for (const action of own) console.log(`    with “${action.name}”`);
  if (missed.length > 0) console.log(`    missed: ${missed.join(', ')}`);
}

type Medians = Pick<Visit, 'usableMs' | 'paintMs' | 'shift' | 'scripts' | 'scriptKb'> & { interactionMs: number };

async function measure({ name }: MeasuredPage, runs: number, once: () => Promise<Visit>): Promise<Medians> {
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run++) visits.push(await once());
  const median = (value: (visit: Visit) => number) =>
    visits.map(value).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  const medians = {
    usableMs: median(({ usableMs }) => usableMs),
    paintMs: median(({ paintMs }) => paintMs),
    shift: median(({ shift }) => shift),
    scripts: median(({ scripts }) => scripts),
    scriptKb: median(({ scriptKb }) => scriptKb),
    interactionMs: median(({ interactionsMs }) => Math.max(0, ...interactionsMs)),
  };
  const { usableMs, paintMs, shift, scripts, scriptKb, interactionMs } = medians;
  console.log(
    `${name}: usable ${Math.round(usableMs)} ms, largest paint ${Math.round(paintMs)} ms, shift ${shift.toFixed(3)}, ` +
      `${scripts} scripts with ${scriptKb.toFixed(1)} KB, longest interaction ${Math.round(interactionMs)} ms`,
  );
  return medians;
}

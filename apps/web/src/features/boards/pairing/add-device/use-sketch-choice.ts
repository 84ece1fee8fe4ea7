import type { SketchCatalog } from '@cyno/contract';
import { useState } from 'react';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { boardHost } from '../../../../lib/browser/board-host.ts';
import { readStored, writeStored } from '../../../../lib/browser/use-stored-choice.ts';
import { useSketchCatalog } from '../../sketches/index.ts';
import type { SketchChoice } from './sketch-queries.ts';

const boardKey = 'cyno.sketch.board';
const kitKey = 'cyno.sketch.kit';

/** Board, kit and host of the sketch, and what there is to choose from. */
export type SketchChoosing = ReturnType<typeof useSketchChoice>;

/** What was chosen last in this browser, else the first board and kit; the host is the server's own unless it is typed. */
export function useSketchChoice() {
  const catalog = useSketchCatalog();
  const config = useConfig().data;
  const [board, setBoard] = useState(() => readStored(boardKey));
  const [kit, setKit] = useState(() => readStored(kitKey));
  const [typedHost, setHost] = useState<string>();
  const host = typedHost ?? boardHost(location.hostname, config?.mqtt.host);
  const chosen = catalog.data && fitting(catalog.data, board, kit);
  return {
    catalog,
    chosen,
    /** True when the sensors were chosen at some time in this browser. */
    isRemembered: kit !== null,
    choice: chosen && ({ board: chosen.board.id, kit: chosen.kit.id, host: host.trim() } satisfies SketchChoice),
    host,
    port: config?.mqtt.tlsPort,
    setHost,
    chooseBoard(id: string) {
      writeStored(boardKey, id);
      setBoard(id);
    },
    chooseKit(id: string) {
      writeStored(kitKey, id);
      setKit(id);
    },
  };
}

/** The chosen board and a kit that runs on it. */
function fitting({ boards, kits }: SketchCatalog, boardId: string | null, kitId: string | null) {
  const board = boards.find(({ id }) => id === boardId) ?? boards[0];
  const fits = kits.filter((kit) => board !== undefined && kit.boards.includes(board.id));
  const kit = fits.find(({ id }) => id === kitId) ?? fits[0];
  return board && kit && { board, kit, kits: fits };
}

/** How a board looks from above: holes of a row, rows at each edge, and whether the antenna's module has a metal lid. */
type Shape = { holes: number; rows: 1 | 2; lid: boolean };

const shapes: Record<string, Shape> = {
  nodemcu: { holes: 15, rows: 1, lid: true },
  'd1-mini': { holes: 8, rows: 1, lid: true },
  esp32: { holes: 19, rows: 1, lid: true },
  'esp32-s2-mini': { holes: 8, rows: 2, lid: false },
  'esp32-s3': { holes: 22, rows: 1, lid: true },
  'esp32-c3': { holes: 15, rows: 1, lid: true },
};
const other: Shape = { holes: 15, rows: 1, lid: true };

const pitch = 3;
const width = 32;

/** A small drawing of a board: its headers, the chip and the USB socket. */
export function BoardPicture({ board }: { board: string }) {
  const { holes, rows, lid } = shapes[board] ?? other;
  const height = holes * pitch + 6;
  const columns = [3, width - 3, ...(rows === 2 ? [6, width - 6] : [])];
  const chipTop = 5;
  const inset = rows === 2 ? 10 : 8;
  const chipWidth = width - 2 * inset;
  return (
    <svg className="board-picture" viewBox={`0 0 ${width} ${height + 3}`} aria-hidden="true" focusable="false">
      <rect className="board-plate" x="0.5" y="0.5" width={width - 1} height={height - 1} rx="2.5" />
      {columns.map((x) =>
        Array.from({ length: holes }, (_, hole) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the holes of a drawing never move.
          <circle key={`${x} ${hole}`} className="board-hole" cx={x} cy={4.5 + hole * pitch} r="0.8" />
        )),
      )}
      {lid && <path className="board-antenna" d={`M${inset + 1} 3.5h${chipWidth - 2}`} />}
      <rect
        className={lid ? 'board-lid' : 'board-chip'}
        x={inset}
        y={chipTop}
        width={chipWidth}
        height={lid ? 12 : chipWidth}
        rx="1"
      />
      <rect className="board-usb" x={width / 2 - 4} y={height - 4} width="8" height="6" rx="1" />
    </svg>
  );
}

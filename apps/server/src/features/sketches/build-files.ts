import type { Board } from './boards.ts';
import type { Kit } from './kit.ts';
import { cynoLibraries } from './libraries.ts';

/** The library's compile-time name for the server that boards connect to. */
const serverDefine = 'DEFAULT_SERVER';

const platforms = {
  esp8266: 'espressif8266',
  // The library needs Arduino core 3, which PlatformIO's own platform does not bring.
  esp32: 'https://github.com/pioarduino/platform-espressif32/releases/download/stable/platform-espressif32.zip',
};

/** A file of the sketch's folder. */
export interface BuildFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The files that set the server for the whole build, the library included; a `#define` in the sketch would not reach it
 * (device protocol, 1.6). The first is read by the Arduino IDE, the second by PlatformIO.
 */
export function buildFiles(kit: Kit, board: Board, host: string): BuildFile[] {
  return [
    board.chip === 'esp8266' ? globalsHeader(kit, board, host) : buildOptions(board, host),
    platformio(kit, board, host),
  ];
}

/** Options as GCC reads them from a file: quotes that belong to the value are escaped. */
const optionLines = (board: Board, host: string): string[] => [`-D${serverDefine}=\\"${host}\\"`, ...board.options];

/** Read by the ESP8266 core from 3.1 on, out of a comment that begins with exactly this line. */
function globalsHeader(kit: Kit, board: Board, host: string): BuildFile {
  const guard = `${kit.id.toUpperCase()}_INO_GLOBALS_H`;
  return {
    path: `${kit.id}.ino.globals.h`,
    text: `/*@create-file:build.opt@
// Keep this file next to the sketch: it tells the library which server to use.
${optionLines(board, host).join('\n')}
*/

#ifndef ${guard}
#define ${guard}
#endif
`,
  };
}

/** Read by the ESP32 core; it holds nothing but options, so it cannot have a comment. */
const buildOptions = (board: Board, host: string): BuildFile => ({
  path: 'build_opt.h',
  text: `${optionLines(board, host).join('\n')}\n`,
});

function platformio(kit: Kit, board: Board, host: string): BuildFile {
  return {
    path: 'platformio.ini',
    text: `; For PlatformIO: open this folder. The Arduino IDE does not need this file.
[platformio]
src_dir = .

[env:${board.id}]
platform = ${platforms[board.chip]}
board = ${board.platformioBoard}
framework = arduino
monitor_speed = 115200
build_src_filter = +<*> -<.git/> -<.pio/>
build_flags =
${optionLines(board, host)
  .map((option) => `  ${option}`)
  .join('\n')}
lib_deps =
${[...cynoLibraries, ...kit.libraries].map((library) => `  ${library.platformio}`).join('\n')}
`,
  };
}

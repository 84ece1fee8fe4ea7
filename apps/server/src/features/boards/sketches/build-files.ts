import type { Language, SketchFormat } from '@cyno/contract';
import type { Board } from './boards.ts';
import type { Library } from './kit.ts';
import { cynoLibraries } from './libraries.ts';
import { textIn } from './texts/index.ts';

/** The library's compile-time name for the server that boards connect to. */
const serverDefine = 'DEFAULT_SERVER';

const platforms = {
  esp8266: 'espressif8266 @ 4.2.1',
  // The library needs Arduino core 3, which PlatformIO's own platform does not bring.
  esp32: 'https://github.com/pioarduino/platform-espressif32/releases/download/55.03.34/platform-espressif32.zip',
};

interface Build {
  /** Of the sketch. */
  readonly name: string;
  readonly board: Board;
  /** The server that the board connects to. */
  readonly host: string;
  readonly libraries: readonly Library[];
  /** Of the comments. */
  readonly language: Language;
}

/**
 * The file that sets the server for the whole build, the library included; a `#define` in the sketch would not reach it
 * (device protocol, 1.6).
 */
export function buildFile(format: SketchFormat, build: Build): { path: string; text: string } {
  if (format === 'platformio') return platformio(build);
  return build.board.chip === 'esp8266' ? globalsHeader(build) : buildOptions(build);
}

/** Options as GCC reads them from a file: quotes that belong to the value are escaped. */
const optionLines = ({ board, host }: Build): string[] => [`-D${serverDefine}=\\"${host}\\"`, ...board.options];

/** Read by the ESP8266 core from 3.1 on, out of a comment that begins with exactly this line. */
function globalsHeader(build: Build) {
  const guard = `${build.name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_INO_GLOBALS_H`.replace(/^\d/, '_$&');
  return {
    path: `${build.name}.ino.globals.h`,
    text: `/*@create-file:build.opt@
// Keep this file next to the sketch: it tells the library which server to use.
${optionLines(build).join('\n')}
*/

#ifndef ${guard}
#define ${guard}
#endif
`,
  };
}

/** Read by the ESP32 core; it holds nothing but options, so it cannot have a comment. */
const buildOptions = (build: Build) => ({ path: 'build_opt.h', text: `${optionLines(build).join('\n')}\n` });

function platformio(build: Build) {
  const { board, libraries, language } = build;
  return {
    path: 'platformio.ini',
    text: `; ${textIn('Open this folder in PlatformIO, fill in your Wi-Fi in src/main.cpp, and upload.', language)}
[env:${board.id}]
platform = ${platforms[board.chip]}
board = ${board.platformioBoard}
framework = arduino
monitor_speed = 115200
; ${textIn('The server for the whole build, the library included.', language)}
build_flags =
${optionLines(build)
  .map((option) => `  ${option}`)
  .join('\n')}
lib_deps =
${[...cynoLibraries, ...libraries].map((library) => `  ${library.platformio}`).join('\n')}
`,
  };
}

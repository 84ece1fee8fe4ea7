import type { Board } from './boards.ts';

/** The lines that make a serial port called `port`: in software on the ESP8266, the second one of the chip elsewhere. */
export function serialPort(
  board: Board,
  pins: { rx: string; tx: string },
  settings: { baud: number; format: '8N1' | '8N2' },
): { includes: string[]; globals: string; setup: string } {
  const { baud, format } = settings;
  return board.chip === 'esp8266'
    ? {
        includes: ['SoftwareSerial.h'],
        globals: 'SoftwareSerial port;',
        setup: `port.begin(${baud}, SWSERIAL_${format}, ${pins.rx}, ${pins.tx});`,
      }
    : {
        includes: [],
        globals: 'HardwareSerial &port = Serial1;',
        setup: `port.begin(${baud}, SERIAL_${format}, ${pins.rx}, ${pins.tx});`,
      };
}

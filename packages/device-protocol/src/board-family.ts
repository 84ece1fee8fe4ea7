/** Chips that differ in pins or limits; `other` stands for the newer ESP32 kinds and for anything that is no ESP. */
export type BoardFamily = 'esp8266' | 'esp32' | 'esp32-s2' | 'esp32-s3' | 'esp32-c3' | 'other';

/** The family that an espid names; only the public library's ids show it. */
export function boardFamily(espid: string): BoardFamily {
  if (espid.startsWith('ESP8266-')) return 'esp8266';
  if (!espid.startsWith('ESP32-')) return 'other';
  if (/^ESP32-S2/.test(espid)) return 'esp32-s2';
  if (/^ESP32-S3/.test(espid)) return 'esp32-s3';
  if (/^ESP32-C3/.test(espid)) return 'esp32-c3';
  return /^ESP32-[CHPS]\d/.test(espid) ? 'other' : 'esp32';
}

/** The library's read buffer: a whole MQTT packet to the board that is one byte larger makes it close the connection. */
export function maxPacketBytes(family: BoardFamily): number {
  return family === 'esp8266' || family === 'other' ? 512 : 1024;
}

/** Bytes of a whole QoS 0 PUBLISH packet (MQTT 3.1.1, 3.3): fixed header, length field, topic with its length, payload. */
export function packetBytes(topic: string, payloadBytes: number): number {
  const rest = 2 + Buffer.byteLength(topic) + payloadBytes;
  const lengthBytes = rest < 128 ? 1 : rest < 16_384 ? 2 : rest < 2_097_152 ? 3 : 4;
  return 1 + lengthBytes + rest;
}

/** The longest payload that a QoS 0 PUBLISH to this topic may have for the board's buffer. */
export function maxPayloadBytes(family: BoardFamily, topic: string): number {
  const max = maxPacketBytes(family);
  const lengthField = 2;
  return max - 1 - lengthField - 2 - Buffer.byteLength(topic);
}

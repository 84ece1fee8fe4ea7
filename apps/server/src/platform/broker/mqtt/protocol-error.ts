/** A packet that breaks MQTT 3.1.1; its sender is cut off. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProtocolError';
  }
}

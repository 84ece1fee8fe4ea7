import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@cyno/contract';

/** Flags of authenticator data: https://www.w3.org/TR/webauthn-3/#authdata-flags */
const flag = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** What a browser or an authenticator may get wrong, or lie about. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly verified?: boolean;
  readonly userHandle?: string;
}

/**
 * A browser with a security key in software: P-256, no attestation, a counter that goes up with each use.
 * https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
 */
export class TestAuthenticator {
  readonly credentialId = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #counter = 0;
  #userHandle = '';

  constructor(origin = 'https://cyno.test') {
    this.#origin = origin;
  }

  create(options: PasskeyCreationOptions, lies: Lies = {}): PasskeyRegistration {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKey]);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(this.#data(options.rp.id, flag.hasCredential, lies, attested))],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, lies),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  sign(options: PasskeyRequestOptions, lies: Lies = {}): PasskeyAssertion {
    const data = this.#data(options.rpId, 0, lies);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, lies);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: lies.userHandle ?? this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key' as const };
  }

  #clientData(type: string, challenge: string, lies: Lies): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false, ...lies };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #data(rpId: string, flags: number, lies: Lies, attested = Buffer.alloc(0)): Buffer {
    this.#counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | flag.present | (lies.verified === false ? 0 : flag.verified));
    head.writeUInt32BE(lies.counter ?? this.#counter, 1);
    return Buffer.concat([sha256(Buffer.from(lies.rpId ?? rpId)), head, attested]);
  }
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** RFC 8949, section 3: a major type and its argument. */
function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
}

const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

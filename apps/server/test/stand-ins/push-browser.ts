import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { ServiceRequest } from './http-service.ts';

/** A browser that subscribed at a push service: what it gives the server, and how it reads what the service delivers. */
export function newPushBrowser(serviceUrl: string) {
  const key = createECDH('prime256v1');
  const p256dh = key.generateKeys('base64url', 'uncompressed');
  const auth = randomBytes(16).toString('base64url');
  return {
    subscription: { url: `${serviceUrl}/send/${randomBytes(8).toString('hex')}`, p256dh, auth },
    /** Decrypts a message of one record (RFC 8188, RFC 8291). Throws when it is for another browser. */
    read({ bytes }: Pick<ServiceRequest, 'bytes'>) {
      const salt = bytes.subarray(0, 16);
      const keyLength = bytes.readUInt8(20);
      const serverKey = bytes.subarray(21, 21 + keyLength);
      const sealed = bytes.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), serverKey]);
      const secret = hkdf(key.computeSecret(serverKey), Buffer.from(auth, 'base64url'), info, 32);
      const contentKey = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      // The last record ends with 2, and zeros after it.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Whom a push service takes a request from (RFC 8292): the claims of its token, whose signature is verified with the key that came along. */
export function senderOf({ headers }: Pick<ServiceRequest, 'headers'>) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { key, isValid, ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string }) };
}

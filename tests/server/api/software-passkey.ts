import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** CBOR of the few kinds of values that WebAuthn needs. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as Buffer)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

const USER_PRESENT = 1;
const HAS_CREDENTIAL = 64;

interface Asked {
  readonly challenge: string;
  /** What the browser shows, unless a test says otherwise. */
  readonly origin?: string;
  readonly rpId?: string;
}

/** A passkey in software (ES256, no attestation), as a browser would answer with it. */
export function softwarePasskey(host = 'desk.alnour.eg') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const client = (type: string, { challenge, origin = `https://${host}` }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const count = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };
  return {
    register(asked: Asked) {
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const authData = Buffer.concat([
        sha256(asked.rpId ?? host),
        Buffer.from([USER_PRESENT | HAS_CREDENTIAL]),
        count(counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client('webauthn.create', asked)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** @param at the counter of signatures, one more than the last by default */
    assert(asked: Asked, at?: number) {
      counter = at ?? counter + 1;
      const authenticatorData = Buffer.concat([
        sha256(asked.rpId ?? host),
        Buffer.from([USER_PRESENT]),
        count(counter),
      ]);
      const clientDataJSON = client('webauthn.get', asked);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      };
    },
  };
}

import type { Any } from "./gen/google/protobuf/any.js";

/** A generated type of a message, as `ts-proto` writes it with `outputTypeAnnotations`. */
export interface MessageType<T> {
  /** Full name of the message, such as `tianming.games.dragon.v1.Position`. */
  readonly $type: string;
  /** Reads the message. */
  decode(bytes: Uint8Array): T;
}

/** Returns a message of a game as one of its generated types. */
export type Unpack = <T>(type: MessageType<T>) => T;

/**
 * Returns a function that unpacks a message. It decodes the message once for a type.
 *
 * @param typeUrl - The type of the message, where it is known. Another one is a `TypeError`.
 */
export function unpacker(bytes: Uint8Array, typeUrl?: string): Unpack {
  let decoded: { readonly type: string; readonly message: unknown } | undefined;
  return <T>(type: MessageType<T>) => {
    if (typeUrl && !typeUrl.endsWith(`/${type.$type}`)) {
      throw new TypeError(`the message is of the type ${typeUrl}, not ${type.$type}`);
    }
    if (decoded?.type !== type.$type) {
      decoded = { type: type.$type, message: type.decode(bytes) };
    }
    return decoded.message as T;
  };
}

/** Returns a function that unpacks the message in an `Any`. */
export function unpackerOf(any: Any | undefined): Unpack {
  return unpacker(any?.value ?? new Uint8Array(), any?.typeUrl ?? "");
}

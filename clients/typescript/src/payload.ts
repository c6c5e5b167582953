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
 * Returns a function that unpacks a message. It decodes the message when it is first called.
 *
 * @param typeUrl - The type of the message, where the stream has it. Another one is a `TypeError`.
 */
export function unpacker(bytes: Uint8Array, typeUrl?: string): Unpack {
  let decoded: { readonly message: unknown } | undefined;
  return <T>(type: MessageType<T>) => {
    if (typeUrl !== undefined && !typeUrl.endsWith(`/${type.$type}`)) {
      throw new TypeError(`the message is of the type ${typeUrl}, not ${type.$type}`);
    }
    decoded ??= { message: type.decode(bytes) };
    return decoded.message as T;
  };
}

/** Returns a function that unpacks the message in an `Any`. */
export function unpackerOf(any: Any | undefined): Unpack {
  return unpacker(any?.value ?? new Uint8Array(), any?.typeUrl ?? "");
}

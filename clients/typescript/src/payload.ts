import type { Any } from "./gen/google/protobuf/any.js";

/** A generated type of a message, as `ts-proto` writes it with `outputTypeAnnotations`. */
export interface MessageType<T> {
  /** Full name of the message, such as `tianming.games.dragon.v1.Position`. */
  readonly $type: string;
  /** Reads the message. */
  decode(bytes: Uint8Array): T;
}

/** A message of a game, which the stream carries without knowing it. */
export class Payload {
  readonly #typeName: string;
  readonly #bytes: Uint8Array;
  #decoded: { readonly message: unknown } | undefined;

  constructor(typeName: string, bytes: Uint8Array) {
    this.#typeName = typeName;
    this.#bytes = bytes;
  }

  /** Returns the payload of an `Any`. */
  static of(any: Any | undefined): Payload {
    const url = any?.typeUrl ?? "";
    return new Payload(url.slice(url.lastIndexOf("/") + 1), any?.value ?? new Uint8Array());
  }

  /** Returns the payload of another message in the package of this one. */
  sibling(name: string, bytes: Uint8Array): Payload {
    const end = this.#typeName.lastIndexOf(".");
    return new Payload(`${this.#typeName.slice(0, end)}.${name}`, bytes);
  }

  /**
   * Returns the message. It is decoded once.
   *
   * @throws `TypeError` when the message is of another type.
   */
  as<T>(type: MessageType<T>): T {
    if (type.$type !== this.#typeName) {
      throw new TypeError(`the message is a ${this.#typeName}, not a ${type.$type}`);
    }
    this.#decoded ??= { message: type.decode(this.#bytes) };
    return this.#decoded.message as T;
  }
}

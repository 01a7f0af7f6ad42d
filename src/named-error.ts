/** An error class in one line: its name, and its message made of what is known. */

/** @param messageOf what happened, and what to do; by default the message is given */
export function named<Known extends readonly unknown[] = [message: string]>(
  name: string,
  messageOf: (...known: Known) => string = (...[message]) => String(message),
) {
  return class extends Error {
    override readonly name = name;

    constructor(...known: Known) {
      super(messageOf(...known));
    }
  };
}

/** The user's name as a judge and author, for people to read. Labels keep {@link ME}, whatever it is. */

import { ME } from '../../candidates/marks/labels';

/** In localStorage. */
const SETTING = 'negscope my name';

class MyName {
  private chosen = $state(remembered());

  /** {@link ME} where none was given. */
  get value(): string {
    return this.chosen;
  }

  set value(name: string) {
    this.chosen = name.trim() || ME;
    try {
      localStorage.setItem(SETTING, this.chosen);
    } catch {
      // It holds until the page is left.
    }
  }

  /** The name of an author of labels. */
  of(author: string): string {
    return author === ME ? this.chosen : author;
  }
}

export const myName = new MyName();

function remembered(): string {
  try {
    return localStorage.getItem(SETTING) ?? ME;
  } catch {
    return ME;
  }
}

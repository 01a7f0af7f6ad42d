/** The user's name as a judge and author, for people to read. Labels keep {@link ME}, whatever it is. */

import { remember, remembered } from '../../app/remembered';
import { ME } from '../../candidates/marks/labels';

const SETTING = 'negscope my name';

class MyName {
  private chosen = $state(remembered(SETTING) ?? ME);

  /** {@link ME} where none was given. */
  get value(): string {
    return this.chosen;
  }

  set value(name: string) {
    this.chosen = name.trim() || ME;
    remember(SETTING, this.chosen);
  }

  /** The name of an author of labels. */
  of(author: string): string {
    return author === ME ? this.chosen : author;
  }
}

export const myName = new MyName();

/** What a test asks of a browser, whichever protocol drives it. Elements are named by XPath, which every protocol has. */

export interface Driver {
  /** Such as `firefox/153.7.0`. */
  readonly name: string;
  /** Folder that downloads go to; it goes with the browser. */
  readonly downloads: string;
  /** Errors of the console and errors that nobody caught, as far as the protocol tells them. */
  errors(): Promise<readonly string[]>;
  /** Opens an address anew, also where only its fragment differs; leaves a page that asks before. */
  open(url: string): Promise<void>;
  /** Clicks as a user does. @throws where there is no such element, or it is out of sight */
  click(xpath: string): Promise<void>;
  /** Gives files of this machine to a file input that takes several. */
  setFiles(xpath: string, paths: readonly string[]): Promise<void>;
  setFolder(xpath: string, folder: string): Promise<void>;
  /** The value of an expression in the page, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  screenshot(): Promise<Uint8Array>;
  /** Ends the browser and whatever was started for it. */
  close(): Promise<void>;
}

/** CSS pixels of the window. */
export const VIEW = { width: 1440, height: 1000 };

/** The rows in view of a list with rows of one height, by TanStack's virtual core. */

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';

/** Rows drawn beyond the view. */
const OVERSCAN = 6;

export class VirtualRows {
  items = $state.raw<readonly VirtualItem[]>([]);
  /** Height of all rows, in pixels. */
  height = $state(0);

  private readonly core: Virtualizer<HTMLElement, HTMLElement>;

  /** Both heights in pixels. @param titlesHeight of the row that stays at the top */
  constructor(
    scroller: HTMLElement,
    private readonly rowHeight: number,
    private readonly titlesHeight: number,
  ) {
    this.core = new Virtualizer(this.options(scroller, 0));
  }

  /** Follows the scrolling. @returns ends that */
  follow(): () => void {
    const ended = this.core._didMount();
    this.core._willUpdate();
    return ended;
  }

  /** Sets how many rows there are. */
  setCount(count: number): void {
    if (count !== this.core.options.count) this.core.setOptions({ ...this.core.options, count });
    this.core._willUpdate();
    this.update();
  }

  /** Brings a row into view. */
  scrollTo(index: number): void {
    this.core.scrollToIndex(index, { align: 'auto' });
  }

  /** Rows that fit into the view. */
  get perView(): number {
    return Math.max(1, Math.floor((this.core.scrollRect?.height ?? 0) / this.rowHeight) - 1);
  }

  private update(): void {
    this.items = this.core.getVirtualItems();
    this.height = this.core.getTotalSize();
  }

  private options(scroller: HTMLElement, count: number): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      count,
      getScrollElement: () => scroller,
      estimateSize: () => this.rowHeight,
      overscan: OVERSCAN,
      paddingStart: this.titlesHeight,
      scrollPaddingStart: this.titlesHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.update(),
    };
  }
}

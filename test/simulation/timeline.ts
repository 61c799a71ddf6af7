interface Moment {
  readonly time: number;
  readonly sequence: number;
  readonly call: () => void;
  isCancelled: boolean;
}

/**
 * Virtual time, in milliseconds from 0. It jumps from one planned call to the next. Before each jump, all promises that
 * can be settled are settled, so the order of events is the same in every run.
 */
export class Timeline {
  private time = 0;
  private sequence = 0;
  private readonly heap: Moment[] = [];

  get now(): number {
    return this.time;
  }

  /** Plans a call, after all others of the same time. The returned function cancels it. */
  at(time: number, call: () => void): () => void {
    const moment = { time: Math.max(time, this.time), sequence: this.sequence++, call, isCancelled: false };
    this.push(moment);
    return () => {
      moment.isCancelled = true;
    };
  }

  in(milliseconds: number, call: () => void): () => void {
    return this.at(this.time + milliseconds, call);
  }

  /** Lets time pass until this moment, or until `isOver`. */
  async pass(until: number, isOver: () => boolean): Promise<void> {
    for (let next = this.heap[0]; next && next.time <= until && !isOver(); next = this.heap[0]) {
      this.pop();
      if (next.isCancelled) continue;
      this.time = next.time;
      next.call();
      await rest();
    }
  }

  private push(moment: Moment): void {
    const { heap } = this;
    let place = heap.push(moment) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above];
      if (other === undefined || isBefore(other, moment)) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = moment;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      let child = heap[below];
      if (child === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, child)) [below, child] = [below + 1, right];
      if (isBefore(last, child)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = last;
  }
}

function isBefore(a: Moment, b: Moment): boolean {
  return a.time < b.time || (a.time === b.time && a.sequence < b.sequence);
}

/** All microtasks run before the next turn of the event loop. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

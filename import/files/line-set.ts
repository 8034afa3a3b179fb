/** A set of line numbers, a bit each: files have millions of rows. */
export class LineSet {
  #bits = new Uint32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(line: number): boolean {
    return ((this.#bits[line >>> 5] ?? 0) & (1 << (line & 31))) !== 0;
  }

  /** False if it was there before. */
  add(line: number): boolean {
    if (this.has(line)) return false;
    const at = line >>> 5;
    if (at >= this.#bits.length) {
      const longer = new Uint32Array(Math.max(at + 1, this.#bits.length * 2));
      longer.set(this.#bits);
      this.#bits = longer;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (line & 31));
    this.#size += 1;
    return true;
  }
}

let pen: CanvasRenderingContext2D | null = null;

/** How wide the widest of these texts is, in CSS pixels, in the page's own font at that size. */
export function widestText(texts: readonly string[], fontSize: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) return Math.max(0, ...texts.map((text) => text.length)) * fontSize * 0.65;
  const context = pen;
  context.font = `${fontSize}px ${window.getComputedStyle(document.body).fontFamily}`;
  return Math.max(0, ...texts.map((text) => context.measureText(text).width));
}

import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, while the component is shown.
 * @returns whether files are held over the page
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const current = useRef(onFiles);
  useEffect(() => {
    current.current = onFiles;
  });
  useEffect(() => {
    // Each element that is passed over is entered before the last one is left.
    let depth = 0;
    const move = (change: 1 | -1) => (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth + change);
      setOver(depth > 0);
    };
    const enter = move(1);
    const leave = move(-1);
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) current.current(files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

/** A file that is dropped where nothing takes it would be opened by the browser in place of the page. */
export function keepPageOnDrop(): void {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      if (holdsFiles(event)) event.preventDefault();
    });
  }
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

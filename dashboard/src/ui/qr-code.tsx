import { encode } from 'uqr';
import type { ReactElement } from 'react';

/** Light modules around it, without which cameras don't find it. */
const BORDER = 2;

/** A QR code (ISO/IEC 18004), dark on light whatever the page's colours are: that is what cameras read. */
export function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const { data, size } = encode(text, { border: BORDER });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

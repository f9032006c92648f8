import { encode } from 'uqr';
import { navy } from './colours.ts';

/** Returns one path with a square for each dark module. */
const modulesPath = (modules: readonly (readonly boolean[])[]) =>
  modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** A QR code with the quiet zone of four modules that scanners need. @param size in pixels. */
export const QrCode = ({ address, size }: { address: string; size: number }) => {
  const code = encode(address, { ecc: 'M', border: 4 });
  return (
    <svg
      role="img"
      aria-label="QR code of the public page"
      width={size}
      height={size}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path d={modulesPath(code.data)} fill={navy} />
    </svg>
  );
};

import { useId } from 'react';
import { drawRosette, drawScallop } from './guilloche.ts';
import { cream, gold, navy, paleGold, paperHeight, paperWidth, watermark } from './paper-design.ts';

/** The distances of the frame's outer and inner line from the edges of the paper, in pixels. */
const outerInset = 44;
const innerInset = outerInset + 14;

const origin = { x: 0, y: 0 };
/** Two rosettes around one centre. Each corner of the frame shows a quarter of them. */
const cornerPaths = [
  { inner: 96, outer: 168, petals: 24, curves: 8 },
  { inner: 34, outer: 100, petals: 16, curves: 7 },
].map((band) => drawRosette({ centre: origin, ...band }));

const watermarkPaths = [
  { inner: 210, outer: 380, petals: 30, curves: 8 },
  { inner: 90, outer: 220, petals: 18, curves: 7 },
].map((band) => drawRosette({ centre: { x: paperWidth / 2, y: 470 }, ...band }));

const cornerPoints = [
  { x: innerInset, y: innerInset },
  { x: paperWidth - innerInset, y: innerInset },
  { x: innerInset, y: paperHeight - innerInset },
  { x: paperWidth - innerInset, y: paperHeight - innerInset },
];

const createFrame = (inset: number) => ({
  x: inset,
  y: inset,
  width: paperWidth - 2 * inset,
  height: paperHeight - 2 * inset,
});

const sealCentre = { x: paperWidth / 2, y: 872 };
const sealEdge = drawScallop(sealCentre, 98, 6, 36);
const sealWeave = drawRosette({ centre: sealCentre, inner: 58, outer: 88, petals: 28, curves: 6 });

/** The portico of the school's logo, 64 × 64 around the centre of the seal. */
const Portico = () => (
  <g fill={cream} transform={`translate(${sealCentre.x - 32} ${sealCentre.y - 32})`}>
    <path d="M32 10 56 23v4H8v-4z" />
    <path d="M13 30h6v17h-6zM24 30h6v17h-6zM34 30h6v17h-6zM45 30h6v17h-6z" />
    <path d="M9 49h46v5H9z" />
  </g>
);

const Seal = () => (
  <g>
    <path
      d={`M${sealCentre.x - 52} ${sealCentre.y + 66}l-22 84 32-17 23 22 17-80zM${sealCentre.x + 52} ${sealCentre.y + 66}l22 84-32-17-23 22-17-80z`}
      fill={navy}
    />
    <path d={sealEdge} fill={gold} />
    <path d={sealWeave} fill="none" stroke={cream} strokeWidth="0.9" opacity="0.85" />
    <circle cx={sealCentre.x} cy={sealCentre.y} r="54" fill={navy} stroke={cream} strokeWidth="2" />
    <circle cx={sealCentre.x} cy={sealCentre.y} r="48" fill="none" stroke={paleGold} strokeWidth="1" />
    <Portico />
  </g>
);

/**
 * The decoration of the certificate: frame, corners, watermark and seal. One inline SVG without external resources, so that
 * it looks the same on the page, in the downloaded file and in print.
 */
export const Ornaments = () => {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      width={paperWidth}
      height={paperHeight}
      viewBox={`0 0 ${paperWidth} ${paperHeight}`}
      className="certificate-ornaments"
    >
      <defs>
        <clipPath id={`${id}-inside`}>
          <rect {...createFrame(innerInset)} />
        </clipPath>
        <g id={`${id}-corner`} fill="none" stroke={gold} strokeWidth="0.8" opacity="0.75">
          {cornerPaths.map((path) => (
            <path key={path.length} d={path} />
          ))}
        </g>
      </defs>
      <g fill="none" stroke={watermark} strokeWidth="1.2">
        {watermarkPaths.map((path) => (
          <path key={path.length} d={path} />
        ))}
      </g>
      <g clipPath={`url(#${id}-inside)`}>
        {cornerPoints.map(({ x, y }) => (
          <use key={`${x} ${y}`} href={`#${id}-corner`} x={x} y={y} />
        ))}
      </g>
      <rect {...createFrame(outerInset)} fill="none" stroke={navy} strokeWidth="2.5" />
      <rect {...createFrame(innerInset)} fill="none" stroke={gold} strokeWidth="1.25" />
      <Seal />
    </svg>
  );
};

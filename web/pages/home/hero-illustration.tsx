const spines = [
  { x: 118, colour: 'var(--brand)', bands: [196, 330] },
  { x: 190, colour: 'var(--gold)', bands: [206, 318] },
  { x: 262, colour: 'var(--brand)', bands: [190, 336] },
  { x: 334, colour: 'var(--gold)', bands: [202, 322] },
] as const;

const Spine = ({ x, colour, bands }: (typeof spines)[number]) => (
  <g>
    <rect x={x} y="164" width="48" height="200" rx="5" fill={colour} />
    <rect x={x + 6} y="164" width="5" height="200" fill="var(--surface)" opacity=".18" />
    {bands.map((y) => (
      <g key={y} fill="var(--surface)" opacity=".85">
        <rect x={x} y={y} width="48" height="3" />
        <rect x={x} y={y + 8} width="48" height="1.5" />
      </g>
    ))}
    <rect x={x - 6} y="152" width="60" height="12" rx="3" fill="var(--ink)" opacity=".85" />
    <rect x={x - 6} y="364" width="60" height="12" rx="3" fill="var(--ink)" opacity=".85" />
  </g>
);

/** The position of each pair of leaves, and its rotation in degrees. */
const leaves = [
  [0, 0, -38],
  [22, -26, -30],
  [46, -48, -20],
  [74, -64, -8],
  [104, -72, 6],
] as const;

/** An olive branch; `isMirrored` for the right side. */
const Branch = ({ isMirrored = false }: { isMirrored?: boolean }) => (
  <g
    transform={isMirrored ? 'translate(482 362) scale(-.82 .82)' : 'translate(18 362) scale(.82)'}
    stroke="var(--good)"
    fill="none"
  >
    <path d="M0 20C6-28 44-72 112-78" strokeWidth="2.5" strokeLinecap="round" />
    {leaves.map(([x, y, rotation]) => (
      <g key={x} transform={`translate(${x + 2} ${y}) rotate(${rotation})`} fill="var(--good)" stroke="none">
        <ellipse cx="-4" cy="-13" rx="5.5" ry="13" opacity=".9" />
        <ellipse cx="15" cy="4" rx="13" ry="5.5" opacity=".65" />
      </g>
    ))}
  </g>
);

/** A temple with books as columns and an open book as its floor. */
export const HeroIllustration = () => (
  <svg viewBox="0 -30 500 476" aria-hidden="true" className="mx-auto w-full max-w-[34rem]">
    <circle cx="250" cy="196" r="172" fill="var(--brand-soft)" />
    <g fill="none" stroke="var(--brand)" opacity=".16">
      {[188, 204, 220].map((radius) => (
        <circle key={radius} cx="250" cy="196" r={radius} />
      ))}
    </g>
    <circle cx="250" cy="112" r="15" fill="var(--gold)" opacity=".9" />
    <path
      d="M88 134 250 46l162 88z"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="10"
      strokeLinejoin="round"
    />
    <rect x="88" y="134" width="324" height="16" rx="3" fill="var(--ink)" />
    {spines.map((spine) => (
      <Spine key={spine.x} {...spine} />
    ))}
    <Branch />
    <Branch isMirrored />
    <g strokeLinejoin="round">
      <path
        d="M250 394c-44-20-110-24-190-12v36c80-12 146-8 190 12 44-20 110-24 190-12v-36c-80-12-146-8-190 12z"
        fill="var(--surface)"
        stroke="var(--ink)"
        strokeWidth="4"
      />
      <path d="M250 394v36" stroke="var(--ink)" strokeWidth="4" />
      <path
        d="M82 394c62-7 112-3 150 11M82 405c62-7 112-3 150 11M418 394c-62-7-112-3-150 11M418 405c-62-7-112-3-150 11"
        fill="none"
        stroke="var(--control)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </g>
  </svg>
);

import { type Ref, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { paths } from '../../../client/paths.ts';
import { formatIssueDate } from '../format-issue-date.ts';
import type { CertificateContent } from '../printed-content.ts';
import { fitTextToParent } from './fit-text.ts';
import { Ornaments } from './ornaments.tsx';
import { gold, navy, paperHeight, paperWidth } from './paper-design.ts';

/** Returns one SVG path with a square for each dark module of a QR code. */
const drawModules = (modules: readonly (readonly boolean[])[]) =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** A QR code with the quiet zone of four modules that scanners need. @param size in pixels. */
const QrCode = ({ address, size }: { address: string; size: number }) => {
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
      <path d={drawModules(code.data)} fill={navy} />
    </svg>
  );
};

const placeBox = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

/** The preferred and the smallest font sizes of the names, in pixels of the paper. */
const fontSizes = { name: [56, 14], course: [36, 12], signature: [32, 11] } as const;

/** Shrinks long names until they fit into their boxes: first immediately, then again after their fonts have loaded. */
const useFittedText = (certificate: CertificateContent, isVisible: boolean) => {
  const name = useRef<HTMLParagraphElement>(null);
  const course = useRef<HTMLParagraphElement>(null);
  const signature = useRef<HTMLParagraphElement>(null);
  const [isReady, setReady] = useState(false);
  const { studentName, courseName, instructor } = certificate;
  useEffect(() => {
    // Hidden text has no size.
    if (!isVisible) return undefined;
    let isUnmounted = false;
    const fitAll = () => {
      if (name.current) fitTextToParent(name.current, ...fontSizes.name);
      if (course.current) fitTextToParent(course.current, ...fontSizes.course);
      if (signature.current) fitTextToParent(signature.current, ...fontSizes.signature);
    };
    fitAll();
    const family = name.current ? getComputedStyle(name.current).fontFamily : 'serif';
    const fonts = [
      [`600 ${fontSizes.name[0]}px ${family}`, studentName],
      [`600 ${fontSizes.course[0]}px ${family}`, courseName],
      [`${fontSizes.signature[0]}px ${family}`, instructor],
    ] as const;
    const loaded = Promise.allSettled(fonts.map(([font, text]) => document.fonts.load(font, text)));
    void loaded.then(() => {
      if (isUnmounted) return;
      fitAll();
      setReady(true);
    });
    return () => {
      isUnmounted = true;
    };
  }, [studentName, courseName, instructor, isVisible]);
  return { name, course, signature, isReady };
};

/** The certificate, laid out on 1600 × 1131 pixels and displayed at `scale`, which is 0 until its container has been measured. */
export const CertificatePaper = ({
  certificate,
  scale,
  ref,
}: {
  certificate: CertificateContent;
  scale: number;
  ref: Ref<HTMLDivElement> | undefined;
}) => {
  const { name, course, signature, isReady } = useFittedText(certificate, scale > 0);
  return (
    <div
      ref={ref}
      className="certificate-paper"
      data-ready={isReady}
      style={{ width: paperWidth, height: paperHeight, transform: `scale(${scale})` }}
    >
      <Ornaments />
      <div className="certificate-part" style={placeBox(200, 92, 1200, 56)}>
        <p style={{ fontSize: 30, fontWeight: 600, letterSpacing: '0.28em', textIndent: '0.28em' }}>LYCEUM</p>
      </div>
      <div className="certificate-part" style={placeBox(200, 152, 1200, 92)}>
        <p style={{ fontSize: 68, fontWeight: 600 }}>Certificate of Completion</p>
      </div>
      <div className="certificate-part" style={placeBox(200, 262, 1200, 44)}>
        <p style={{ fontSize: 26 }}>This is to certify that</p>
      </div>
      <div className="certificate-part" style={placeBox(180, 308, 1240, 140)}>
        <p ref={name} dir="auto" className="certificate-name">
          {certificate.studentName}
        </p>
      </div>
      <div style={{ ...placeBox(500, 456, 600, 1.5), position: 'absolute', background: gold }} />
      <div className="certificate-part" style={placeBox(200, 472, 1200, 44)}>
        <p style={{ fontSize: 26 }}>has successfully completed the course</p>
      </div>
      <div className="certificate-part" style={placeBox(180, 526, 1240, 120)}>
        <p ref={course} dir="auto" className="certificate-course">
          {certificate.courseName}
        </p>
      </div>
      <div className="certificate-part" style={placeBox(200, 654, 1200, 40)}>
        <p style={{ fontSize: 24 }}>
          <time dateTime={certificate.issuedAt}>{formatIssueDate(certificate.issuedAt)}</time>
        </p>
      </div>
      <div className="certificate-part" style={placeBox(186, 810, 160, 160)}>
        <QrCode address={`${location.origin}${paths.verify(certificate.number)}`} size={160} />
      </div>
      <div className="certificate-part" style={{ ...placeBox(356, 810, 330, 160), textAlign: 'left' }}>
        <p className="certificate-label">Number</p>
        <p className="certificate-number">{certificate.number}</p>
        <p className="certificate-label" style={{ marginTop: 12 }}>
          Verify at
        </p>
        <p className="certificate-small" style={{ overflowWrap: 'anywhere' }}>
          {location.host}/verify
        </p>
      </div>
      <div
        className="certificate-part"
        style={{ ...placeBox(1040, 804, 374, 100), justifyContent: 'flex-end' }}
      >
        <p ref={signature} dir="auto" className="certificate-signature">
          {certificate.instructor}
        </p>
      </div>
      <div style={{ ...placeBox(1040, 910, 374, 1.5), position: 'absolute', background: navy }} />
      <div className="certificate-part" style={placeBox(1040, 918, 374, 40)}>
        <p className="certificate-label">Instructor</p>
      </div>
    </div>
  );
};

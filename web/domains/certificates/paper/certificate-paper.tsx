import { type Ref, useEffect, useRef, useState } from 'react';
import type { Certificate } from '#contract/certificates.ts';
import { paths } from '../../../client/paths.ts';
import { paperHeight, paperWidth } from './colours.ts';
import { dayOf } from './day.ts';
import { fitIntoParent } from './fit.ts';
import { Ornaments } from './ornaments.tsx';
import { QrCode } from './qr-code.tsx';

/** What is printed: the same for its owner and for everybody else. */
export type Printed = Pick<Certificate, 'number' | 'studentName' | 'courseName' | 'instructor' | 'issuedAt'>;

const place = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

/** The address of the public page, as the code holds it. */
const publicAddress = (number: string) => `${location.origin}${paths.verify(number)}`;

/** Names may be long and in any script: they take the size that fits, once their letters are there. */
const useFitted = (what: Printed, shown: boolean) => {
  const name = useRef<HTMLParagraphElement>(null);
  const course = useRef<HTMLParagraphElement>(null);
  const signature = useRef<HTMLParagraphElement>(null);
  const [ready, setReady] = useState(false);
  const { studentName, courseName, instructor } = what;
  useEffect(() => {
    // What is not shown has no measures.
    if (!shown) return undefined;
    let gone = false;
    const fitAll = () => {
      if (name.current) fitIntoParent(name.current, 56, 14);
      if (course.current) fitIntoParent(course.current, 36, 12);
      if (signature.current) fitIntoParent(signature.current, 32, 11);
    };
    fitAll();
    const family = name.current ? getComputedStyle(name.current).fontFamily : 'serif';
    const wanted = [
      [`600 56px ${family}`, studentName],
      [`600 36px ${family}`, courseName],
      [`32px ${family}`, instructor],
    ] as const;
    const loaded = Promise.allSettled(wanted.map(([font, text]) => document.fonts.load(font, text)));
    void loaded.then(() => {
      if (gone) return;
      fitAll();
      setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [studentName, courseName, instructor, shown]);
  return { name, course, signature, ready };
};

/** The sheet itself, always 1600 × 1131: whoever shows it smaller scales it. */
export const CertificatePaper = ({
  what,
  scale,
  ref,
}: {
  what: Printed;
  scale: number;
  ref?: Ref<HTMLDivElement>;
}) => {
  const { name, course, signature, ready } = useFitted(what, scale > 0);
  const address = publicAddress(what.number);
  return (
    <div
      ref={ref}
      className="certificate-paper"
      data-ready={ready}
      style={{ width: paperWidth, height: paperHeight, transform: `scale(${scale})` }}
    >
      <Ornaments />
      <div className="certificate-part" style={place(200, 92, 1200, 56)}>
        <p style={{ fontSize: 30, fontWeight: 600, letterSpacing: '0.28em', textIndent: '0.28em' }}>LYCEUM</p>
      </div>
      <div className="certificate-part" style={place(200, 152, 1200, 92)}>
        <p style={{ fontSize: 68, fontWeight: 600 }}>Certificate of Completion</p>
      </div>
      <div className="certificate-part" style={place(200, 262, 1200, 44)}>
        <p style={{ fontSize: 26 }}>This is to certify that</p>
      </div>
      <div className="certificate-part" style={place(180, 308, 1240, 140)}>
        <p ref={name} dir="auto" className="certificate-name">
          {what.studentName}
        </p>
      </div>
      <div style={{ ...place(500, 456, 600, 1.5), position: 'absolute', background: '#7a5c17' }} />
      <div className="certificate-part" style={place(200, 472, 1200, 44)}>
        <p style={{ fontSize: 26 }}>has successfully completed the course</p>
      </div>
      <div className="certificate-part" style={place(180, 526, 1240, 120)}>
        <p ref={course} dir="auto" className="certificate-course">
          {what.courseName}
        </p>
      </div>
      <div className="certificate-part" style={place(200, 654, 1200, 40)}>
        <p style={{ fontSize: 24 }}>
          <time dateTime={what.issuedAt}>{dayOf(what.issuedAt)}</time>
        </p>
      </div>
      <div className="certificate-part" style={place(186, 810, 160, 160)}>
        <QrCode address={address} size={160} />
      </div>
      <div className="certificate-part" style={{ ...place(356, 810, 330, 160), textAlign: 'left' }}>
        <p className="certificate-label">Number</p>
        <p className="certificate-number">{what.number}</p>
        <p className="certificate-label" style={{ marginTop: 12 }}>
          Anybody may check it at
        </p>
        <p className="certificate-small" style={{ overflowWrap: 'anywhere' }}>
          {location.host}/verify
        </p>
      </div>
      <div className="certificate-part" style={{ ...place(1040, 804, 374, 100), justifyContent: 'flex-end' }}>
        <p ref={signature} dir="auto" className="certificate-signature">
          {what.instructor}
        </p>
      </div>
      <div style={{ ...place(1040, 910, 374, 1.5), position: 'absolute', background: '#1f2a44' }} />
      <div className="certificate-part" style={place(1040, 918, 374, 40)}>
        <p className="certificate-label">Instructor</p>
      </div>
    </div>
  );
};

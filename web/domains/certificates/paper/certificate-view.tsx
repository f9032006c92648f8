import './certificate.css';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { CertificatePaper, type Printed } from './certificate-paper.tsx';
import { paperWidth } from './colours.ts';

/** How large the paper is shown: as wide as there is room. */
const useScale = () => {
  const frame = useRef<HTMLElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setScale(element.clientWidth / paperWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, scale };
};

/** A certificate as it is printed, as wide as there is room. Fetched when it is needed: give it a place to appear in. */
export default function CertificateView({ what, paper }: { what: Printed; paper?: Ref<HTMLDivElement> }) {
  const { frame, scale } = useScale();
  return (
    <figure ref={frame} aria-label={`Certificate for ${what.courseName}`} className="certificate-frame">
      <CertificatePaper what={what} scale={scale} {...(paper ? { ref: paper } : {})} />
    </figure>
  );
}

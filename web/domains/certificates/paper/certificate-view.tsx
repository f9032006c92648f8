import './certificate.css';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { type CertificateContent, toPrintedContent } from '../printed-content.ts';
import { CertificatePaper } from './certificate-paper.tsx';
import { paperWidth } from './paper-design.ts';

/** Returns a ref for the frame, and the scale at which the certificate fills the width of the frame. */
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

/** A certificate as wide as its container. Import it lazily, see {@link LazyCertificate}. */
export default function CertificateView({
  certificate,
  paper,
}: {
  certificate: CertificateContent;
  paper?: Ref<HTMLDivElement>;
}) {
  const { frame, scale } = useScale();
  const printed = toPrintedContent(certificate);
  return (
    <figure ref={frame} aria-label={`Certificate for ${printed.courseName}`} className="certificate-frame">
      <CertificatePaper ref={paper} certificate={printed} scale={scale} />
    </figure>
  );
}

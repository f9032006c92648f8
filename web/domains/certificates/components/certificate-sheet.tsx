import { useMutation } from '@tanstack/react-query';
import { Download, ExternalLink, FileText, Printer } from 'lucide-react';
import { useRef } from 'react';
import { isMissingCode, reportMissingCode } from '../../../client/missing-code.ts';
import { paths } from '../../../client/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { createCertificateFileName } from '../file-name.ts';
import { LazyCertificate } from '../paper/lazy-certificate.tsx';
import type { CertificateContent } from '../printed-content.ts';
import { CopyLinkButton } from './copy-link-button.tsx';

const useDownload = ({ courseName, number }: CertificateContent) => {
  const paper = useRef<HTMLDivElement>(null);
  const { mutate, isPending, variables } = useMutation({
    // The browser draws the file, so a download also works offline.
    networkMode: 'always',
    mutationFn: async (format: 'png' | 'pdf') => {
      if (!paper.current) throw new Error('The certificate has not loaded yet.');
      const { drawPaper, drawPdf } = await import('../paper/draw-paper.ts');
      return format === 'png'
        ? drawPaper(paper.current)
        : drawPdf(paper.current, `Certificate ${number}: ${courseName}`);
    },
    onSuccess: (file, format) => saveFile(createCertificateFileName(courseName, format), file),
    onError: (error) =>
      isMissingCode(error)
        ? reportMissingCode('The code that draws certificates could not be loaded.', error)
        : void toast.error('The certificate could not be downloaded. Try again or print it.'),
  });
  return { paper, download: mutate, downloadingFormat: isPending ? variables : null };
};

/** A certificate with buttons to download, print and share it. Printing the page prints only the certificate. */
export const CertificateSheet = ({
  certificate,
  hasPublicPageLink = true,
}: {
  certificate: CertificateContent;
  hasPublicPageLink?: boolean;
}) => {
  const { paper, download, downloadingFormat } = useDownload(certificate);
  return (
    <div className="certificate-sheet">
      <LazyCertificate certificate={certificate} paper={paper} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button isWorking={downloadingFormat === 'png'} onClick={() => download('png')}>
          {downloadingFormat !== 'png' && <Download className="size-4.5" />}
          Download picture
        </Button>
        <Button variant="secondary" isWorking={downloadingFormat === 'pdf'} onClick={() => download('pdf')}>
          {downloadingFormat !== 'pdf' && <FileText className="size-4.5" />}
          Download PDF
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer className="size-4.5" />
          Print
        </Button>
        <CopyLinkButton number={certificate.number} />
        {hasPublicPageLink && (
          <ButtonLink variant="secondary" to={paths.verify(certificate.number)}>
            <ExternalLink className="size-4.5" />
            Public page
          </ButtonLink>
        )}
      </div>
    </div>
  );
};

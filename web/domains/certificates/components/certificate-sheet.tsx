import { useMutation } from '@tanstack/react-query';
import { Download, ExternalLink, Printer } from 'lucide-react';
import { useRef } from 'react';
import { paths } from '../../../client/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { certificateFileName } from '../file-name.ts';
import { LazyCertificate } from '../paper/lazy-certificate.tsx';
import type { CertificateContent } from '../printed-content.ts';

const useDownload = (courseName: string) => {
  const paper = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useMutation({
    // The picture is drawn in the browser, so it also works offline.
    networkMode: 'always',
    mutationFn: async () => {
      if (!paper.current) throw new Error('The certificate has not loaded yet.');
      const { drawPaper } = await import('../paper/draw-paper.ts');
      return drawPaper(paper.current);
    },
    onSuccess: (picture) => saveFile(certificateFileName(courseName), picture),
    onError: () => toast.error('The certificate could not be downloaded. Try again or print it.'),
  });
  return { paper, download: () => mutate(), isDownloading: isPending };
};

/** A certificate with buttons to download and print it. Printing the page prints only the certificate. */
export const CertificateSheet = ({
  certificate,
  publicPage = true,
}: {
  certificate: CertificateContent;
  publicPage?: boolean;
}) => {
  const { paper, download, isDownloading } = useDownload(certificate.courseName);
  return (
    <div className="certificate-sheet">
      <LazyCertificate certificate={certificate} paper={paper} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button working={isDownloading} onClick={download}>
          {!isDownloading && <Download className="size-4.5" />}
          Download
        </Button>
        <Button look="second" onClick={() => window.print()}>
          <Printer className="size-4.5" />
          Print
        </Button>
        {publicPage && (
          <ButtonLink look="second" to={paths.verify(certificate.number)}>
            <ExternalLink className="size-4.5" />
            Public page
          </ButtonLink>
        )}
      </div>
    </div>
  );
};

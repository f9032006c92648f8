import { useCertificates } from '../../../domains/certificates/certificates.ts';
import { CertificateList } from '../../../domains/certificates/paper/certificate-list.tsx';
import { ProfileSection } from '../section.tsx';

/** One's own certificates. @param onlyIfAny for who is no student any more: nothing is shown where there is none. */
export const CertificatesSection = ({ onlyIfAny = false }: { onlyIfAny?: boolean }) => {
  const { data } = useCertificates();
  if (onlyIfAny && !data?.length) return null;
  return (
    <ProfileSection title="Certificates" subtitle="Each has a public page, whose address is in its QR code.">
      <CertificateList />
    </ProfileSection>
  );
};

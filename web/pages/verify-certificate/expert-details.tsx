import type { ReactNode } from 'react';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import { toHex } from '#events/seals/proof/event-proof.ts';

const DetailRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-mono text-xs leading-relaxed break-all">{children}</dd>
  </div>
);

const MerklePath = ({ path }: { path: readonly string[] }) =>
  path.length === 0 ? (
    'empty (single entry)'
  ) : (
    <ol className="flex flex-col gap-1">
      {path.map((hash, index) => (
        <li key={hash}>
          {index + 1}. {hash}
        </li>
      ))}
    </ol>
  );

const toIsoTime = (microseconds: number) => new Date(microseconds / 1000).toISOString();

export const ExpertDetails = ({
  certificate,
  check,
}: {
  certificate: CheckedCertificate;
  check: CertificateCheck;
}) => {
  const { event, seal, history } = certificate.proof;
  const { hashes } = check;
  return (
    <dl className="flex flex-col gap-4">
      <DetailRow name="Log">{certificate.logId}</DetailRow>
      <DetailRow name="Entry">
        position {event.position}, stream {event.stream}, version {event.version}, {event.type} v
        {event.schemaVersion}, {toIsoTime(event.recordedAt)}
      </DetailRow>
      <DetailRow name="Stored data (personal fields encrypted under the student’s key)">
        {event.data}
      </DetailRow>
      <DetailRow name="Stored metadata">{event.metadata}</DetailRow>
      <DetailRow name="Salt of the commitment to the name">{certificate.nameSalt ?? 'none'}</DetailRow>
      {hashes && <DetailRow name="Leaf: SHA-256 of the encoded entry">{toHex(hashes.leaf)}</DetailRow>}
      <DetailRow name="Merkle path to the root of the seal">
        <MerklePath path={seal.path} />
      </DetailRow>
      {hashes && <DetailRow name={`Root of seal ${seal.number}`}>{toHex(hashes.pageRoot)}</DetailRow>}
      <DetailRow name="Sealed">
        {toIsoTime(seal.sealedAt)}, entries {seal.firstPosition} to {seal.lastPosition}
      </DetailRow>
      <DetailRow name="Merkle path to the root of the history">
        <MerklePath path={history.path} />
      </DetailRow>
      <DetailRow name={`Root of the history of ${history.size} seals`}>{history.root}</DetailRow>
    </dl>
  );
};

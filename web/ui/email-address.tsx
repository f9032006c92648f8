/** The length, in characters, up to which a domain is not broken. A longer one may not fit into a line on a phone. */
const maxUnbrokenDomainCharacters = 30;

/** An e-mail address. If it does not fit into the line, it breaks before the @ rather than within its domain. */
export const EmailAddress = ({ address }: { address: string }) => {
  const atIndex = address.lastIndexOf('@');
  const domain = atIndex <= 0 ? '' : address.slice(atIndex);
  return (
    <>
      <span className="wrap-anywhere">{domain === '' ? address : address.slice(0, atIndex)}</span>
      <wbr />
      <span className={domain.length > maxUnbrokenDomainCharacters ? 'wrap-anywhere' : 'whitespace-nowrap'}>
        {domain}
      </span>
    </>
  );
};

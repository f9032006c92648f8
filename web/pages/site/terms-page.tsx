import { Article } from './article.tsx';

export default function TermsPage() {
  return (
    <Article title="Terms of Service" subtitle="Short and readable.">
      <h2>Your account</h2>
      <p>
        One account per person, with a valid e-mail address. Keep your password to yourself. You are
        responsible for what is done with your account.
      </p>
      <h2>What you may do</h2>
      <p>
        Browse everything that is public, and take part in the courses that you join. What you write remains
        yours; by posting it, you allow this site to show it to its audience.
      </p>
      <h2>What you may not do</h2>
      <ul>
        <li>Pretend to be somebody else, or use a role that you were not given.</li>
        <li>Post anything that is unlawful, harmful, or belongs to others without their consent.</li>
        <li>Disrupt the site, or scrape it.</li>
      </ul>
      <h2>Courses</h2>
      <p>
        Courses can change, and they can be removed from the catalogue. Prices are in US dollars and shown
        before you enroll.
      </p>
      <h2>Removal</h2>
      <p>
        Admins may remove accounts that break these rules. A removal cannot be undone, because the key to the
        account’s personal data is destroyed.
      </p>
      <h2>No warranty</h2>
      <p>The site is provided as is, without warranty.</p>
    </Article>
  );
}

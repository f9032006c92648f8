import { Article } from './article.tsx';

export default function TermsPage() {
  return (
    <Article title="Terms of Service" subtitle="Short, so that they can be read.">
      <h2>Your account</h2>
      <p>
        One person, one account, a true e-mail address. Keep your password to yourself. What is done with your
        account counts as done by you.
      </p>
      <h2>What you may do</h2>
      <p>
        Look at everything that is open, learn from it, and take part in the courses that you join. What you
        write stays yours; by posting it you let this site show it to those for whom it is meant.
      </p>
      <h2>What you may not do</h2>
      <ul>
        <li>Pretend to be somebody else, or use a role that was not given to you.</li>
        <li>Post what is unlawful, hurts others, or belongs to somebody who did not agree.</li>
        <li>Disturb the site, or take from it by machine more than a person could read.</li>
      </ul>
      <h2>Courses</h2>
      <p>
        A course can change, and it can be taken out of the catalogue. Its price is stated on its page, in US
        dollars.
      </p>
      <h2>Removal</h2>
      <p>
        An Admin may remove an account that breaks these rules. A removal cannot be taken back, since the key
        to the account’s personal data is destroyed with it.
      </p>
      <h2>No promise beyond care</h2>
      <p>The site is offered as it is, with care and without warranty.</p>
    </Article>
  );
}

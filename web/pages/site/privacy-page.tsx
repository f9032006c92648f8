import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Article } from './article.tsx';

export default function PrivacyPage() {
  return (
    <Article title="Privacy Policy" subtitle="What is kept about you, where, and how it goes away.">
      <h2>What is kept</h2>
      <ul>
        <li>Your name, your e-mail address, the address of your picture, and your role.</li>
        <li>
          What you do here that others or you will want to see again, with the time at which you did it.
        </li>
      </ul>
      <p>Your password is not among it. It stays with the identity provider that signs you in.</p>
      <h2>How it is kept</h2>
      <p>
        What is personal is encrypted under a key that belongs to you alone, and that key is kept apart from
        what it locks. Only what a page needs is shown, and only to those who may see it.
      </p>
      <p>
        A certificate that you collect has a public page. Whoever knows its number, which is printed on it,
        reads your name there, the course, its instructor and the day. Nobody finds a number by trying.
      </p>
      <h2>What is kept about you, to read</h2>
      <p>
        On <Link to={paths.myProfile}>your profile</Link> you can download everything that this school holds
        on you, at any time: as a page to read, in the order in which it happened, and as JSON.
      </p>
      <h2>How it goes away</h2>
      <p>
        You can delete your account on your profile; an Admin can remove it, too. When your account is
        removed, your key is destroyed. From then on nobody can read what was locked with it, neither here nor
        in any copy; your account with the identity provider is removed as well. What remains is that somebody
        did something at some time, without saying who. The pages of your certificates say only that they were
        withdrawn.
      </p>
      <h2>In your browser</h2>
      <p>
        Your browser keeps your sign-in and the theme that you chose. So that you can read and go on without a
        connection, it also keeps what you loaded as a student, for 14 days at most and until you log out, and
        what you did that is not sent yet: when you log out you are asked what becomes of it.
      </p>
      <p>
        There are no advertisements, no counting of visitors, and nothing is loaded from third parties, except
        pictures that people link to and the identity provider itself.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href="mailto:support@lyceum.example">support@lyceum.example</a>. The school that runs this
        site is responsible for it, and may add to this page.
      </p>
    </Article>
  );
}

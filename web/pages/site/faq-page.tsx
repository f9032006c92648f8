import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Article } from './article.tsx';

export default function FaqPage() {
  return (
    <Article title="FAQ" subtitle="Frequently asked questions.">
      <h2>Do I need an account?</h2>
      <p>
        Not for browsing: courses and instructors are open to everybody. You need one to enroll, bookmark or
        take notes.
      </p>
      <h2>What can the three roles do?</h2>
      <ul>
        <li>Students take courses, quizzes and notes, and write reviews.</li>
        <li>Instructors teach, mark quizzes and post announcements.</li>
        <li>Admins manage courses, users and reviews.</li>
      </ul>
      <h2>I chose Admin or Instructor. Why am I a Student?</h2>
      <p>
        In some schools an Admin must approve the role first. Until then you are a Student. The new role takes
        effect as soon as it is granted.
      </p>
      <h2>How can others verify my certificate?</h2>
      <p>
        They scan its QR code, or enter its number on <Link to={paths.verify()}>the verification page</Link>.
        Their browser then checks that the school issued it. No account is needed.
      </p>
      <h2>I forgot my password.</h2>
      <p>
        Request a new one from <Link to={paths.login}>the login page</Link>; we’ll e-mail you a link. Nobody
        here knows your password: only the identity provider stores it.
      </p>
      <h2>What does the dot beside “Live” mean?</h2>
      <p>
        Pages update automatically. If the connection is lost, the dot shows it, and the page catches up when
        you reconnect.
      </p>
      <h2>Can I use only the keyboard?</h2>
      <p>
        Yes, everywhere. Ctrl K (⌘ K on a Mac) finds any course or page; the first press of Tab offers a link
        that skips the menu.
      </p>
    </Article>
  );
}

import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Article } from './article.tsx';

export default function FaqPage() {
  return (
    <Article title="FAQ" subtitle="What people ask first.">
      <h2>Do I need an account?</h2>
      <p>
        Not for looking around: courses and instructors are open to everybody. You need one as soon as
        something is to be yours.
      </p>
      <h2>What can the three kinds of user do?</h2>
      <ul>
        <li>Students learn.</li>
        <li>Instructors teach, and have something to announce.</li>
        <li>Admins look after the courses and the people.</li>
      </ul>
      <h2>I chose Admin or Instructor. Why am I a Student?</h2>
      <p>
        In some schools an Admin has to agree first. Until then you are a Student; the new role is yours the
        moment it is granted.
      </p>
      <h2>How does somebody know that my certificate is genuine?</h2>
      <p>
        They scan its QR code, or type its number on <Link to={paths.verify()}>the page for it</Link>. Their
        own browser checks there that the school really issued it; they need no account.
      </p>
      <h2>I forgot my password.</h2>
      <p>
        Ask for a new one from <Link to={paths.login}>the login page</Link>; a message with a link comes by
        e-mail. Nobody here knows your password: it is kept by the identity provider alone.
      </p>
      <h2>What does the dot beside “Live” mean?</h2>
      <p>
        That what you see follows every change at once. When the line is lost it says so, and the page catches
        up by itself when it is back.
      </p>
      <h2>Can I use it with a keyboard alone?</h2>
      <p>
        Yes, all of it. Ctrl K (⌘ K on a Mac) finds any course or page from anywhere; the first press of Tab
        offers the way past the menu.
      </p>
    </Article>
  );
}

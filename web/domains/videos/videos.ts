import { type CourseCode, courseCode } from '#contract/schemas/courses.ts';
import { parseVideoAddress } from '#contract/schemas/videos.ts';
import { lessonSeconds, lessonTitles } from './lesson-titles.ts';

export type Video = {
  title: string;
  /** For `file`, `src` is the source of a `<video>`. For `youtube`, it is the source of an `<iframe>`. */
  kind: 'file' | 'youtube';
  src: string;
  /** The address of a WebVTT file, or null. */
  captions: string | null;
  /** The address of an image to show before the video plays, or null. */
  poster: string | null;
  /** The length in whole seconds for lesson clips. Null for other videos, whose length is known only after they have loaded. */
  seconds: number | null;
};

type WithVideos = { course_code: CourseCode; videos?: readonly string[] | null | undefined };

const createLessonClips = (code: CourseCode): Video[] =>
  lessonTitles[code].map((title, index) => {
    const clip = `/clips/${code.toLowerCase()}/${index + 1}`;
    const seconds = lessonSeconds[code][index] ?? null;
    return {
      title,
      kind: 'file',
      seconds,
      src: `${clip}.webm`,
      captions: `${clip}.vtt`,
      poster: `${clip}.webp`,
    };
  });

/**
 * Returns an address with https in place of http, except on the given origin. The content security policy allows videos from
 * other sites only over https, and most sites that offer http also offer https.
 */
export const upgradeToHttps = (address: string, ownOrigin: string | undefined): string => {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && url.origin !== ownOrigin
    ? address.replace(/^http:/i, 'https:')
    : address;
};

const clipAddress = /^\/clips\/([a-z]{3})\/([1-5])\.webm$/;

/** Returns the lesson clip at an address, or undefined. */
const findClip = (address: string): Video | undefined => {
  const [, code, module] = clipAddress.exec(address) ?? [];
  const { data } = courseCode.safeParse(code?.toUpperCase());
  return data && createLessonClips(data)[Number(module) - 1];
};

/**
 * Converts an address into a video, or null if no player supports it. A lesson clip keeps its own title, captions and length.
 * YouTube videos use the host without cookies and `enablejsapi`, so that the page can control the player through messages.
 */
export const toVideo = (address: string, title: string): Video | null => {
  const parsed = parseVideoAddress(address);
  if (parsed === null) return null;
  const clip = parsed.kind === 'file' ? findClip(parsed.address) : undefined;
  if (clip) return clip;
  const common = { title, captions: null, poster: null, seconds: null };
  const ownOrigin = typeof location === 'undefined' ? undefined : location.origin;
  if (parsed.kind === 'file')
    return { ...common, kind: 'file', src: upgradeToHttps(parsed.address, ownOrigin) };
  const options = 'enablejsapi=1&playsinline=1&rel=0&cc_load_policy=1';
  return {
    ...common,
    kind: 'youtube',
    src: `https://www.youtube-nocookie.com/embed/${parsed.id}?${options}`,
  };
};

/**
 * Returns the five videos of a course: its own, or else the lesson clips for its code. An address that no player
 * supports is replaced by the clip of its module.
 */
export const resolveVideos = (course: WithVideos): Video[] =>
  createLessonClips(course.course_code).map((clip, index) => {
    const ownAddress = course.videos?.[index];
    return (ownAddress === undefined ? null : toVideo(ownAddress, `Module ${index + 1}`)) ?? clip;
  });

/** Returns the total length of all videos in seconds, or null if the length of any of them is unknown. */
export const sumSeconds = (videos: readonly Video[]): number | null => {
  let total = 0;
  for (const { seconds } of videos) {
    if (seconds === null) return null;
    total += seconds;
  }
  return total;
};

/** Returns the title of a module, or null if the title is only its number. */
export const findModuleTitle = (module: number, title: string): string | null =>
  title === `Module ${module}` ? null : title;

/** Returns 'Module 3: Metaphor', or 'Module 3' if the module has no title. */
export const formatModuleLabel = (module: number, title: string): string => {
  const ownTitle = findModuleTitle(module, title);
  return ownTitle === null ? `Module ${module}` : `Module ${module}: ${ownTitle}`;
};

import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { useCollectCertificate } from '../../domains/certificates/use-collect-certificate.ts';
import { Player } from '../../domains/videos/player/player.tsx';
import {
  type PlayerHandle,
  type PlayerStart,
  skipSeconds,
} from '../../domains/videos/player/player-types.ts';
import type { VideoPosition } from '../../domains/videos/video-position.ts';
import { findModuleTitle, resolveVideos } from '../../domains/videos/videos.ts';
import { isFocusFree } from '../../ui/is-focus-free.ts';
import { toast } from '../../ui/toast.ts';
import { LessonTabs } from './lesson-tabs.tsx';
import { Celebration } from './modules/celebration.tsx';
import { ModuleBar } from './modules/module-bar.tsx';
import { Outline } from './modules/outline.tsx';
import { useCompleteModule } from './modules/use-complete-module.ts';
import { focusWhenVisible, revealPanel } from './reveal-panel.ts';
import { ShortcutHelp } from './shortcuts/shortcut-help.tsx';
import { type Shortcut, useShortcuts } from './shortcuts/shortcuts.ts';
import type { LessonProps } from './tabs/lesson-props.ts';
import { type TabName, useLessonTab } from './use-lesson-tab.ts';
import { useVideoPosition } from './use-video-position.ts';

const fromBeginning: PlayerStart = { second: 0, shouldPlay: false };

/**
 * Returns where the current video starts. If the video is replaced while it is shown, the new one starts at the
 * beginning and is paused.
 * @param onReplaced called once for each replacement.
 */
const useVideoStart = (start: PlayerStart, src: string, onReplaced: () => void): PlayerStart => {
  const [shown, setShown] = useState({ start, src, isReplaced: false });
  if (shown.start !== start) setShown({ start, src, isReplaced: false });
  else if (shown.src !== src) setShown({ start, src, isReplaced: true });
  const { isReplaced } = shown;
  // The parameter makes `src` a dependency of the effect, so that a second replacement is reported as well.
  const notify = useEffectEvent((_src: string) => onReplaced());
  useEffect(() => {
    if (isReplaced) notify(src);
  }, [isReplaced, src]);
  return isReplaced ? fromBeginning : start;
};

export const LessonView = ({
  enrolment,
  hasLeft,
  opening,
}: {
  enrolment: EnrolledCourse;
  hasLeft: boolean;
  opening: VideoPosition;
}) => {
  const videos = useMemo(() => resolveVideos(enrolment), [enrolment]);
  const { module, start, currentPosition, goTo, step, onPosition, onPlaying } = useVideoPosition(
    enrolment._id,
    opening,
  );
  const { completedModules } = enrolment;
  const tab = useLessonTab(completedModules >= modulesPerCourse ? 'review' : 'notes');
  const [isCelebrating, setCelebrating] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const player = useRef<PlayerHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const panels = useRef<Partial<Record<TabName, HTMLDivElement | null>>>({});

  const { complete, completing, isBlocked } = useCompleteModule(enrolment, {
    onCompleted: (completed) => {
      if (completed === modulesPerCourse) setCelebrating(true);
      // The answer may arrive minutes later. If the student is writing a note then, the focus and the tab stay.
      if (!isFocusFree(document.querySelector('[data-complete-module]'))) return;
      // A popup opens next. When it closes, it returns the focus to the element that has the focus now. The pressed button now completes
      // the next module, so the focus moves from it to Next, or to the title if Next is disabled.
      if (completed === modulesPerCourse) tab.show('review');
      else (module < modulesPerCourse ? nextButton : title).current?.focus();
    },
    onPopupClosed: (completed) => {
      // `nearest` keeps the button that collects the certificate on the screen, if there is space for the button and the panel.
      if (completed === modulesPerCourse) revealPanel(() => panels.current.review, 'nearest');
    },
  });
  const { collect, certificate } = useCollectCertificate(enrolment);
  const runShortcut = (shortcut: Shortcut) => {
    if (shortcut === 'help') setHelpOpen(true);
    else if (shortcut === 'toggle') player.current?.toggle();
    else if (shortcut === 'note') {
      tab.show('notes');
      focusWhenVisible(() => panels.current.notes?.querySelector('textarea'));
    } else player.current?.skip(shortcut === 'back' ? -skipSeconds : skipSeconds);
  };
  useShortcuts(runShortcut);

  const latestGoTo = useRef(goTo);
  useEffect(() => {
    latestGoTo.current = goTo;
  });
  const lesson = useMemo<LessonProps>(
    () => ({
      enrolment,
      getCurrentPosition: () => currentPosition.current,
      goTo: (to) => {
        latestGoTo.current(to);
        player.current?.focus();
      },
    }),
    [enrolment, currentPosition],
  );
  const video = videos[module - 1];
  const videoStart = useVideoStart(start, video?.src ?? '', () => {
    onPosition(0, true);
    onPlaying(false);
    toast.neutral('The video of this module was replaced.');
  });
  return (
    <div className="mt-5 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <section aria-labelledby="module-title" className="min-w-0">
        <div className="flex items-center justify-between gap-3">
          <h2
            id="module-title"
            ref={title}
            tabIndex={-1}
            aria-live="polite"
            className="min-w-0 text-lg font-medium outline-none wrap-anywhere"
          >
            <span className="text-muted">Module {module}</span>{' '}
            {video && findModuleTitle(module, video.title)}
          </h2>
          <ShortcutHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
        </div>
        <div className="mt-3 max-sm:-mx-(--gutter)">
          {video && (
            <Player
              key={`${module} ${video.src}`}
              ref={player}
              video={video}
              module={module}
              start={videoStart}
              onPosition={onPosition}
              onPlaying={onPlaying}
            />
          )}
        </div>
        <ModuleBar
          module={module}
          completedModules={completedModules}
          hasLeft={hasLeft}
          completing={completing ?? null}
          isBlocked={isBlocked}
          nextButton={nextButton}
          onStep={(by) => {
            step(by);
            // The pressed button is disabled at the first and the last module, so the focus moves to the title.
            if (module + by === 1 || module + by === modulesPerCourse) title.current?.focus();
          }}
          hasCertificate={certificate !== undefined}
          onComplete={complete}
          onCollect={() => {
            collect();
            tab.show('certificate');
            revealPanel(() => panels.current.certificate, 'start');
          }}
        />
      </section>
      <aside aria-label="Modules" className="lg:sticky lg:top-24 lg:row-span-2">
        <Outline
          enrolment={enrolment}
          videos={videos}
          current={module}
          onGo={(to) => to !== module && goTo({ module: to, second: 0 })}
        />
      </aside>
      <div className="min-w-0">
        <LessonTabs lesson={lesson} activeTab={tab.active} onShow={tab.show} panels={panels} />
      </div>
      {isCelebrating && <Celebration onEnd={() => setCelebrating(false)} />}
    </div>
  );
};

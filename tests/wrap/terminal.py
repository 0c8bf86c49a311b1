"""terminal.py - a terminal with a program on it, for tests/wrap.mjs.

stdin: {"argv": [...], "env": {...}, "cwd": "...", "steps": [["expect", "text"] | ["send", "text"] | ["size", rows, columns] | ["sleep", seconds] | ["hangup"]]}
stdout: {"text": all that was printed, "status": of waitpid, "missed": the text that did not come}
"""
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

LIMIT = 20 * float(os.environ.get('SLOW', '1'))


def main():
    job = json.load(sys.stdin)
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 30, 90, 0, 0))  # before anybody looks
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # python ignores them
            signal.signal(number, signal.SIG_DFL)
        os.chdir(job['cwd'])
        os.execve(job['argv'][0], job['argv'], job['env'])
    text, at, missed = b'', 0, None

    def listen(seconds):
        nonlocal text
        if not select.select([fd], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(fd, 65536)
        except OSError:
            return None
        text += piece
        return True if piece else None

    for step in job['steps']:
        if step[0] == 'expect':
            want, end = step[1].encode(), time.time() + LIMIT
            while text.find(want, at) < 0:
                if time.time() > end or listen(0.2) is None:
                    missed = step[1]
                    break
            if missed:
                break
            at = text.find(want, at) + len(want)
        elif step[0] == 'send':
            os.write(fd, step[1].encode())
        elif step[0] == 'size':
            fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', step[1], step[2], 0, 0))
        elif step[0] == 'sleep':
            time.sleep(step[1])
        elif step[0] == 'hangup':
            os.close(fd)
            fd = -1
    status, end = None, time.time() + LIMIT
    while status is None and time.time() < end:
        if fd < 0 or missed or listen(0.05) is None:
            time.sleep(0.02)
        done, what = os.waitpid(pid, os.WNOHANG)
        if done:
            status = what
        elif missed:
            os.killpg(pid, signal.SIGKILL)
    while fd >= 0 and listen(0.05):
        pass
    json.dump({'text': text.decode('latin1'), 'status': status, 'missed': missed}, sys.stdout)


main()

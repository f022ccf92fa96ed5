/* SMTP under load, to 127.0.0.1 only: persistent sessions on epoll, a Message-ID of its own in every mail.
 *
 * smtpload PORT SESSIONS MAILS FILE DUPLICATE_EVERY TWO_EVERY RECIPIENT...
 *
 * FILE is one mail with CRLF line ends, already dot-stuffed, with a Message-ID of 24 zeros somewhere in its header.
 * Every DUPLICATE_EVERYth mail repeats an earlier one to the same recipient, every TWO_EVERYth goes to two; 0 is never.
 * Prints JSON: rate in mails/s; p50, p99 in ms from the end of DATA to its answer; answers by class.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum step { GREETING, HELLO, SENDER, RECIPIENT, DATA, CONTENT };

struct session {
    int fd, recipients_left;
    enum step step;
    long mail;
    double sent_at;
    char in[4096], *out;
    size_t in_length, out_length, out_sent;
};

static const char ZEROS[] = "000000000000000000000000";
static const int ID = sizeof ZEROS - 1;
static const long BACK = 181; /* a duplicate repeats the mail so many before it */

static char *content, **recipients;
static size_t content_length, id_at;
static long mails, begun, ended, accepted, deferred, refused, duplicate_every, two_every;
static int recipient_count, poller;
static double *latencies;
static unsigned run;

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + at.tv_nsec * 1e-9;
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static int is_duplicate(long mail)
{
    return duplicate_every && mail % duplicate_every == duplicate_every - 1 && mail >= BACK;
}

/* Two mails with the same identity have the same content and the same recipients. */
static long identity(long mail) { return is_duplicate(mail) ? mail - BACK : mail; }

static int recipients_of(long mail) { return two_every && identity(mail) % two_every == 0 && recipient_count > 1 ? 2 : 1; }

static void put(struct session *s, const char *bytes, size_t length)
{
    if (s->out_sent == s->out_length)
        s->out_sent = s->out_length = 0;
    if (!(s->out = realloc(s->out, s->out_length + length)))
        die("realloc");
    memcpy(s->out + s->out_length, bytes, length);
    s->out_length += length;
}

static void flush(struct session *s)
{
    while (s->out_sent < s->out_length) {
        ssize_t sent = send(s->fd, s->out + s->out_sent, s->out_length - s->out_sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN)
            break;
        if (sent < 0)
            die("send");
        s->out_sent += sent;
    }
    struct epoll_event event = {.events = EPOLLIN | (s->out_sent < s->out_length ? EPOLLOUT : 0), .data.ptr = s};
    if (epoll_ctl(poller, EPOLL_CTL_MOD, s->fd, &event))
        die("epoll_ctl");
}

static void say(struct session *s, const char *line)
{
    put(s, line, strlen(line));
    flush(s);
}

static void say_recipient(struct session *s)
{
    char line[400];
    long number = identity(s->mail) + s->recipients_left;
    snprintf(line, sizeof line, "RCPT TO:<%s>\r\n", recipients[number % recipient_count]);
    say(s, line);
}

static void say_content(struct session *s)
{
    char id[32];
    snprintf(id, sizeof id, "%08x%016lx", run, (unsigned long)identity(s->mail));
    put(s, content, content_length);
    memcpy(s->out + s->out_length - content_length + id_at, id, ID);
    s->sent_at = now();
    flush(s);
}

static void next_mail(struct session *s)
{
    if (begun >= mails)
        return;
    s->mail = begun++;
    s->recipients_left = recipients_of(s->mail);
    s->step = SENDER;
    say(s, "MAIL FROM:<alice@sender.example>\r\n");
}

static void expect(int code, int wanted, const char *after)
{
    if (code == wanted)
        return;
    fprintf(stderr, "%d after %s\n", code, after);
    exit(1);
}

static void answered(struct session *s, int code)
{
    switch (s->step) {
    case GREETING:
        expect(code, 220, "connecting");
        s->step = HELLO;
        say(s, "EHLO load.example\r\n");
        break;
    case HELLO:
        expect(code, 250, "EHLO");
        next_mail(s);
        break;
    case SENDER:
    case RECIPIENT:
        expect(code, 250, s->step == SENDER ? "MAIL" : "RCPT");
        if (s->recipients_left) {
            s->recipients_left--;
            s->step = RECIPIENT;
            say_recipient(s);
        } else {
            s->step = DATA;
            say(s, "DATA\r\n");
        }
        break;
    case DATA:
        expect(code, 354, "DATA");
        s->step = CONTENT;
        say_content(s);
        break;
    case CONTENT:
        latencies[ended++] = now() - s->sent_at;
        *(code / 100 == 2 ? &accepted : code / 100 == 4 ? &deferred : &refused) += 1;
        next_mail(s);
        break;
    }
}

static void hear(struct session *s)
{
    ssize_t got = recv(s->fd, s->in + s->in_length, sizeof s->in - s->in_length, 0);
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        die("the server hung up");
    s->in_length += got;
    char *line = s->in, *end;
    while ((end = memchr(line, '\n', s->in + s->in_length - line))) {
        char *this = line;
        line = end + 1;
        if (end - this > 3 && this[3] != '-')
            answered(s, atoi(this));
    }
    s->in_length -= line - s->in;
    memmove(s->in, line, s->in_length);
}

static void connect_to(struct session *s, int port)
{
    int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    s->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (s->fd < 0 || connect(s->fd, (void *)&address, sizeof address))
        die("connect");
    setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(s->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, s->fd, &event))
        die("epoll_ctl");
}

static void read_content(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die(path);
    fseek(file, 0, SEEK_END);
    content_length = ftell(file);
    rewind(file);
    content = malloc(content_length + 3);
    if (fread(content, 1, content_length, file) != content_length)
        die(path);
    char *zeros = memmem(content, content_length, ZEROS, ID);
    if (!zeros) {
        fprintf(stderr, "%s: no Message-ID of %d zeros\n", path, ID);
        exit(1);
    }
    id_at = zeros - content;
    memcpy(content + content_length, ".\r\n", 3);
    content_length += 3;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words)
{
    if (count < 8) {
        fprintf(stderr, "smtpload PORT SESSIONS MAILS FILE DUPLICATE_EVERY TWO_EVERY RECIPIENT...\n");
        return 2;
    }
    int session_count = atoi(words[2]);
    mails = atol(words[3]);
    read_content(words[4]);
    duplicate_every = atol(words[5]);
    two_every = atol(words[6]);
    recipients = words + 7;
    recipient_count = count - 7;
    run = (unsigned)getpid() ^ (unsigned)(time(NULL) << 12);
    latencies = calloc(mails, sizeof *latencies);
    poller = epoll_create1(0);
    struct session *sessions = calloc(session_count, sizeof *sessions);
    double from = now();
    for (int i = 0; i < session_count; i++)
        connect_to(sessions + i, atoi(words[1]));
    struct epoll_event events[256];
    while (ended < mails) {
        int ready = epoll_wait(poller, events, 256, 30000);
        if (ready == 0) {
            fprintf(stderr, "no answer for 30 s, after %ld mails\n", ended);
            return 1;
        }
        for (int i = 0; i < ready; i++) {
            if (events[i].events & EPOLLOUT)
                flush(events[i].data.ptr);
            if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
                hear(events[i].data.ptr);
        }
    }
    double took = now() - from;
    qsort(latencies, ended, sizeof *latencies, by_size);
    printf("{\"rate\": %.1f, \"p50\": %.3f, \"p99\": %.3f, \"accepted\": %ld, \"deferred\": %ld, \"refused\": %ld}\n",
           ended / took, latencies[ended / 2] * 1e3, latencies[ended * 99 / 100] * 1e3, accepted, deferred, refused);
    return 0;
}
